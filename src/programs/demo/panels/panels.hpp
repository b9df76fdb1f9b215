// programs/demo/panels/panels.hpp -- one function for each panel; ui.cpp calls them and places the panels
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lab
{
class DemonstrationStage;
class LessonStage;
class NetworkRun;
class ReplayStage;
} // namespace lab

namespace demo
{

/// A picture over a time span. It is redrawn in every frame, or ten times a second if the time span contains 4,000
/// frames or more.
struct CachedPicture
{
    draw::Picture picture{};
    double drawn_at_s = 0.0; ///< time at which the picture was drawn, in seconds on Dear ImGui's clock

    /// Returns true if the caller must draw the picture again in this frame, and stores the present time as the time of
    /// drawing.
    bool start_redraw_if_stale(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span);
};

/// The metric by which the columns of the loops are sorted. If `key` is empty, the loops are not sorted.
struct SortOrder
{
    std::string_view key{};
    bool worst_first = false;

    /// Best lane first, worst lane first, original order, with each click on the same metric.
    void click(std::string_view clicked)
    {
        if (key != clicked)
            *this = {clicked, false};
        else if (!worst_first)
            worst_first = true;
        else
            *this = {};
    }
};

/// The verdict of a lane with its explanation. Each is shown for at least 0.4 s, because digits that change in every
/// frame cannot be read.
struct ShownVerdict
{
    timestep::Nanos shown_since{}; ///< time on the wall clock of the lane
    std::string lane_name;
    lab::LaneVerdict verdict{};
    std::string explanation;
};

struct CodePage
{
    /// If not empty, the loop is shown as an exported file in this language.
    std::optional<exporter::Language> export_language{};
    exporter::Code exported_code{};
    std::string exported_settings{}; ///< language and settings with which `exported_code` was made
    std::string first_file_path{};   ///< when this path changes, the page scrolls to its top
    /// Values that source lines set in the previous frame, by file, line and name.
    std::map<std::string, std::string> previous_values{};
};

/// A PNG is saved two frames after the choice, because the menu must first disappear from the screen.
struct PendingSave
{
    enum class Action : std::uint8_t
    {
        nothing,
        csv,
        svg,
        png,
    };
    Action action      = Action::nothing;
    int frames_to_wait = 0; ///< number of frames before the choice is carried out
};

/// What the panels keep from one frame to the next, besides the settings.
struct PanelState
{
    CodePage code{};
    SortOrder score_order{};
    std::array<ShownVerdict, lab::RaceSettings::most_lanes> shown_verdicts{}; ///< by lane
    std::array<char, 40> loop_search{}; ///< words that the user types to find a loop
    std::array<char, 48> lesson_search{};
    std::optional<double> dragged_font_scale{}; ///< while the user drags the slider
    PendingSave pending_save{};
    std::array<char, 4096> typed_path{};        ///< in the field of the card about a recording
    RecordingCard::State previous_card_state{}; ///< state of the card in the previous frame
    CachedPicture timeline{}, plots{};
    draw::Picture phase{}, network{}, replay{}; ///< stored so that their memory is used again
};

struct Context
{
    lab::Lab& lab;
    const draw::Theme& theme;
    float scale;    ///< factor by which all sizes in points are multiplied
    WidgetLog& log; ///< positions and values of the controls that are drawn in this frame
    RecordingCard& card;
    PanelState& state;
};

/// A button that belongs to a row of alternatives.
struct Tab
{
    const char* label;
    const char* tip;
    bool chosen = false; ///< true: the button is highlighted
    const char* widest_label =
        nullptr; ///< the longest label that the button can have, which decides its width; null: `label`
    bool enabled = true;
};
/// Returns true if the user pressed the button.
bool draw_tab(const Context& context, const Tab& look);

/// Width of the button of a tab in points.
float tab_width(const char* label, const Context& context);

void draw_frames_switch(const Context& context);
void draw_first_screen(const Context& context);
/// `loop` must have a demonstration.
void draw_show_me_button(const Context& context, timestep::LoopId loop, float width);
void draw_demonstration_panel(const Context& context, lab::DemonstrationStage& stage);
void draw_presented_controls(const Context& context);
void draw_loop_panel(const Context& context);
void draw_machine_panel(const Context& context);
/// What this PC does with the chosen VSYNC mode.
enum class VsyncOutcome : std::uint8_t
{
    applied,
    replaced, ///< by `on`: only a virtual display can have VRR (swap_interval_of() in window.cpp)
    rejected, ///< by the graphics driver
    ignored,  ///< the driver has accepted it, but frames do not wait for the display
};
VsyncOutcome vsync_outcome(const lab::Lab& lab);
/// Such as "off", "on" or "on: ignored by this driver".
std::string vsync_text(const lab::Lab& lab);
void draw_scene_panel(const Context& context);
void draw_view_panel(const Context& context);
/// True if two buttons of draw_set_up_panel(), such as "Copy set-up" and "Defaults", fit beside each other.
bool has_two_button_columns();
/// The buttons below the panels: hitch, break, reset, and those that copy, reset, keep or compare the set-up.
void draw_set_up_panel(const Context& context);
void draw_decision_panel(const Context& context);
/// During a lesson, it replaces the panels with settings.
void draw_lesson_panel(const Context& context, lab::LessonStage& stage);
/// Opens the lesson with this index in lab::all_lessons().
void open_lesson(const Context& context, std::size_t index);
/// Says if the user's guess was right.
std::string guess_verdict_text(const lab::LessonStage& stage);
void draw_explanation(const Context& context, lab::LessonStage& stage);
/// Selects the frames from which the number under the mouse is computed; empty if there is none.
lab::FrameFilter frames_of_pointed_number(const Context& context);

void draw_network_kinds(const Context& context);
/// The remaining time; then whether the guess was right, or that the lesson is not true with these settings.
std::string network_headline(const lab::LessonStage& stage);
/// The explanation; if the run contradicts assertions of the lesson, these with the numbers of the run.
std::string network_explanation(const lab::LessonVerdict& verdict);
void draw_network_controls(const Context& context);
void draw_network_buttons(const Context& context, lab::LessonStage& stage);
void draw_network_overlay(const Context& context, const lab::NetworkRun& network, ImDrawList& draw_list,
                          const std::vector<draw::Rect>& areas);
/// Replaces draw_lane_timeline() during a game over a network.
void draw_network_timeline(const Context& context, const lab::NetworkRun& network);
/// Replaces draw_lane_timeline() during a replay.
void draw_replay_page(const Context& context, lab::ReplayStage& replay);

void draw_header(const Context& context, const std::string& notice);
void draw_lane_timeline(const Context& context);
void draw_timeline_tools(const Context& context);
void draw_plots_page(const Context& context);
void draw_plot_tools(const Context& context);
void draw_phase_page(const Context& context);
void draw_phase_tools(const Context& context);
void draw_scoreboard_page(const Context& context);
void draw_scoreboard_tools(const Context& context);
void draw_lessons_page(const Context& context);
void draw_code_page(const Context& context);
void draw_stage_overlay(const Context& context, const draw::Rect& stage);
/// Height of the tour's card in points if its width is `width` points; 0 if the tour is not running.
float tour_card_height(const lab::Lab& lab, float width, float scale);
/// Must be called after all other panels: it draws a ring around a control, whose position it needs.
void draw_tour_card(const Context& context, const draw::Rect& place);
/// Must be called before a page, such as the help page, is drawn on top.
void draw_dimmed_background(const Context& context, ImVec2 size);
void draw_help_page(const Context& context, const std::string& about);
void draw_recording_card(const Context& context);
/// The strip of the recording from which the loops get their frame times, below their pictures.
void draw_recording_strip(const Context& context, const draw::Rect& stage);
/// Shows the chosen loop as a C++ file on the page "Code".
void show_code_for_my_game(const Context& context);

// The pages of the dock share the shown time span with its controls, and the menu that saves a picture.

/// Ends at the newest frame until the user moves it.
draw::TimeSpan update_shown_span(const Context& context);
/// Moves and zooms the shown time span over Dear ImGui's last item: wheel, drag, double click (follow the newest
/// frame), arrow up and down, + and -, Page Up and Page Down, Home and End. Returns the time on which the user clicked.
std::optional<timestep::Nanos> handle_time_input(const Context& context, const draw::TimeAxis& axis);
/// Draws the buttons that zoom, step and follow the newest frame, at the right end of the tabs.
void draw_timeline_buttons(const Context& context);
/// Index of the frozen frame in `frames`; empty if the picture is not frozen.
std::optional<std::size_t> frozen_frame(const Context& context, const telemetry::Frames& frames);

/// The data from which the save menu makes a file of a page.
struct SaveablePage
{
    const char* file_stem;                            ///< first part of the file's name, such as "plots"
    draw::Rect area;                                  ///< area of the picture in the window, in points
    std::function<void(draw::Picture& picture)> draw; ///< draws the picture without marks that depend on the mouse
    /// The numbers of the page as CSV; null if the page has no numbers.
    std::function<std::string()> csv{};
};

/// Draws the button of the page's menu. `draw_first_entries` draws additional entries at the top of the menu; null for
/// none.
void draw_page_menu(const Context& context, void (*draw_first_entries)(const Context& context));
/// Each page calls this function once per frame.
void handle_save_request(const Context& context, const SaveablePage& page);
/// True until the window has been saved as PNG. Pages must then draw no marks at the mouse position.
bool is_saving_png(const Context& context);

/// Turns off the settings file of Dear ImGui, whose context must exist.
void disable_settings_file();
/// `pixel_ratio` is pixels per point. The OpenGL texture of fonts that had been loaded must be created again
/// afterwards.
void load_fonts(float pixel_ratio, float scale);
/// The user's text size times 1 to 2 in windows larger than 1920x1080, less in windows that are too small for it, in
/// steps of 0.25. During a presentation, text has 28 points in a window of 1080 points height.
float ui_scale(const lab::ViewSettings& view, float width, float height);
/// The area in which the lanes are drawn, in points.
draw::Rect stage_area(const lab::Lab& lab, float width, float height);
/// Closes the open menus. Returns false if no menu is open.
bool close_menus(const lab::Settings& settings);
/// Draws the labels of the picture. `pixel_ratio` is the number of pixels of the picture per point of the window. Must
/// be called after ImGui::NewFrame.
void draw_labels(const draw::Picture& picture, float pixel_ratio);
std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab);
/// The colour of a lane's loop; in a game over a network, the colour of its PC.
draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane);
/// Must be called between ImGui::NewFrame and ImGui::Render. `notice` is a line for the user or empty, `about` the text
/// of the page About. Adds the position and the value of each control to `log`.
void draw_panels(lab::Lab& lab, RecordingCard& card, PanelState& state, const draw::Rect& stage,
                 const std::string& notice, const std::string& about, WidgetLog& log);

} // namespace demo
