// programs/demo/panels/panels.hpp -- one function for each panel; ui.cpp calls them and places the panels
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/metrics/frame_filter.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/ui.hpp"
#include "programs/demo/panels/widgets.hpp"

namespace demo
{

/// The arguments of every panel.
struct Context
{
    lab::Lab& lab;
    const draw::Theme& theme;
    float scale;    ///< factor of all sizes in points
    WidgetLog& log; ///< place and value of each control in this frame
    RecordingCard& card;
};

/// Draws a button that is one of several choices; the chosen one is highlighted. Returns true when it was pressed.
bool tab(const char* label, const char* tip, bool chosen, const Context& context);

/// Draws all controls of the first screen.
void first_screen(const Context& context);
void loop_panel(const Context& context);
void machine_panel(const Context& context);
void scene_panel(const Context& context);
void view_panel(const Context& context);
/// Returns true if both buttons of set_up_panel() fit into one row of the panel.
bool set_up_side_by_side();
/// Draws the buttons that copy the set-up as a command line and restore the defaults.
void set_up_panel(const Context& context);
void decision_panel(const Context& context);
/// Draws the page of the lesson on the stage. Replaces the panels above during a lesson.
void lesson_panel(const Context& context, lab::LessonStage& stage);
/// Opens lesson number `place` of lab::all_lessons(), counted from 0.
void open_lesson(const Context& context, std::size_t place);
/// Returns the heading of a lesson's explanation, which says whether the guess was right.
std::string verdict_on(const lab::LessonStage& stage);
/// Draws the explanation of a revealed lesson with its numbers underlined. While the mouse is over a number, the frames
/// that contribute to the number are highlighted.
void explanation(const Context& context, lab::LessonStage& stage);
/// Returns a filter for the frames of the selected lane that contribute to the number under the mouse. The filter is
/// empty if the mouse is over no number.
lab::FrameFilter lit_frames(const Context& context);

/// Draws the buttons that choose the set-up of a game over a network, and a line about the chosen one.
void network_kinds(const Context& context);
/// Returns the time to the first verdict of a game over a network, or whether the guess was right. After a change of the
/// settings that makes the lesson's assertions false, says so.
std::string network_headline(const lab::LessonStage& stage);
/// Returns the lesson's explanation. If this run contradicts some of the lesson's assertions, returns these assertions
/// with the run's own numbers instead.
std::string network_explanation(const lab::LessonVerdict& verdict);
/// Draws the settings of the network, and the buttons that start the game or the question again.
void network_controls(const Context& context, lab::LessonStage& stage);
/// Draws each PC's name and state into its area of the stage, and the messages between the PCs.
void network_overlay(const Context& context, const lab::NetworkRun& network, ImDrawList& ink,
                     const std::vector<draw::Rect>& areas);
/// Draws the common timeline of all PCs of a network game. Replaces timeline() during such a game.
void network_timeline(const Context& context, const lab::NetworkRun& network);
/// Draws the time bar of a replay and its buttons. Replaces timeline() while a replay is on the stage.
void replay_page(const Context& context, lab::ReplayPlayer& player);

void header(const Context& context, const std::string& notice);
void timeline(const Context& context);
void timeline_tools(const Context& context);
void plots(const Context& context);
void plot_tools(const Context& context);
void phase(const Context& context);
void phase_tools(const Context& context);
void scoreboard(const Context& context);
void scoreboard_tools(const Context& context);
void lessons_page(const Context& context);
void code_page(const Context& context);
void stage_overlay(const Context& context, const draw::Rect& stage);
/// Draws the card of the tour, and rings around controls. Call after the other panels, whose logged places it uses.
void tour_card(const Context& context, const draw::Rect& stage);
/// Darkens the stage and all panels that were drawn so far. Call before a page that is drawn in front of them.
void dim_what_is_behind(const Context& context, ImVec2 size);
void help_page(const Context& context);
/// Draws the card of the recording that the user opened, or the field for its path.
void recording_card(const Context& context);
/// Draws a strip over the foot of the stage while a recording drives the loops: its frame times, its hitches, and the
/// current frame.
void scrubber(const Context& context, const draw::Rect& stage);
/// Opens the code page with the chosen loop as a C++ file for a game.
void show_code_for_my_game(const Context& context);

} // namespace demo
