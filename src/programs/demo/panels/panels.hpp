// programs/demo/panels/panels.hpp -- the panels, one function each; ui.cpp puts them in their places
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/metrics/frame_filter.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/ui.hpp"
#include "programs/demo/panels/widgets.hpp"

namespace demo
{

/// What every panel is given.
struct Context
{
    lab::Lab& lab;
    const draw::Theme& theme;
    float scale;
    WidgetLog& log;
    RecordingCard& card;
};

/// A button that is one of several choices; lit where it is the chosen one. Returns true when it was pressed.
bool tab(const char* label, const char* tip, bool chosen, const Context& context);

/// Of the first screen, and all that there is on it besides the stage.
void first_screen(const Context& context);
void loop_panel(const Context& context);
void machine_panel(const Context& context);
void scene_panel(const Context& context);
void view_panel(const Context& context);
/// Whether a narrow panel has room for both buttons of set_up_panel() in one row.
bool set_up_side_by_side();
/// Copies the whole set-up, and forgets it.
void set_up_panel(const Context& context);
void decision_panel(const Context& context);
/// Instead of the above while a lesson of the course is open.
void lesson_panel(const Context& context);
/// Opens the lesson at that place of lab::all_lessons().
void open_lesson(const Context& context, std::size_t place);
/// Returns whether the guess was right, in words: the heading of the explanation.
std::string verdict_on(const lab::LessonStage& stage);
/// Draws the explanation of a revealed lesson with its numbers underlined. Pointing at a number lights the frames that
/// contribute to it.
void explanation(const Context& context, lab::LessonStage& stage);
/// Selects those frames of the selected lane; empty while the pointer is on no number.
lab::FrameFilter lit_frames(const Context& context);

/// Instead of those while several PCs play over a network.
void network_panel(const Context& context);
/// Their names and what is to be said of them, and the messages that fly from stage to stage.
void network_overlay(const Context& context, const lab::NetworkRun& network, ImDrawList& ink,
                     const std::vector<draw::Rect>& areas);
/// In the place of the timeline: the one that all PCs share ...
void network_timeline(const Context& context, const lab::NetworkRun& network);
/// ... and that of a replay.
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
/// After everything else: it points at what is there.
void tour_card(const Context& context, const draw::Rect& stage);
/// Darkens everything that was made so far, for what comes in front of it.
void dim_what_is_behind(const Context& context, ImVec2 size);
void help_page(const Context& context);
/// Draws the card of the recording that the user opened, or the field for its path.
void recording_card(const Context& context);
/// Over the foot of the stage, while a recording drives it: where it is, and where its hitches are.
void scrubber(const Context& context, const draw::Rect& stage);
/// The code page shows the file for a game, in C++.
void show_code_for_my_game(const Context& context);

} // namespace demo
