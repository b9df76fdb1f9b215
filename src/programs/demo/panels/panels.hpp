// programs/demo/panels/panels.hpp -- the window's panels. Each draw_...() function also handles the user's input
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/faults_page.hpp"
#include "programs/demo/panels/notice.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/recording_scrubber.hpp"
#include "programs/demo/panels/starts_page.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "scenes/stability_text.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lab
{
class DemonstrationDriver;
class LessonDriver;
class ReplayPlayer;
} // namespace lab

namespace demo
{

/// A plot that is redrawn in every frame; but only ten times a second if it shows 4,000 frames or more.
struct ThrottledPicture
{
    draw::Picture picture{};
    double last_redraw_s = 0.0; ///< time of the last redraw, in seconds on Dear ImGui's clock

    /// Returns false if the picture must not be redrawn yet.
    bool begin_redraw(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span);
};

/// The metric by which the scoreboard sorts the loops. If `metric_key` is empty, the loops are not sorted.
struct SortOrder
{
    std::string_view metric_key{};
    bool is_worst_first = false;

    /// Changes the order at a click on a metric: best loop first, then worst loop first, then unsorted.
    void cycle_by_click(std::string_view clicked_key)
    {
        if (metric_key != clicked_key)
            *this = {clicked_key, false};
        else if (!is_worst_first)
            is_worst_first = true;
        else
            *this = {};
    }
};

/// The shown verdict on a lane (a loop that runs on its PC), such as "SLOW 0.33x". Most changes of the number appear
/// only every 0.4 s, to be legible.
struct ShownVerdict
{
    timestep::Nanos shown_since{}; ///< on the lane's wall clock
    std::string lane_name;
    lab::LaneVerdict verdict{};
    std::string explanation;
};

struct CodePageState
{
    /// Programming language to which the loop is translated; empty to show the loop's own C++ source code.
    std::optional<exporter::Language> export_language{};
    exporter::SourceCode exported_code{};
    /// The language and the loop from which `exported_code` was generated.
    std::optional<std::pair<exporter::Language, lab::LoopChoice>> exported_key{};
    std::string first_file_path{}; ///< the file shown first; when another file is first, the panel scrolls to the top
    /// Values of the loop's variables in the frame before the shown frame. The key has file, line and variable name.
    std::map<std::string, std::string> previous_values{};
};

/// The user's choice in a page's menu: copy or save. A PNG is saved two frames later, when the menu is off the screen.
struct PendingSave
{
    enum class Action : std::uint8_t
    {
        none,
        copy_csv,
        save_svg,
        save_png,
    };
    Action action = Action::none;
    int frames_to_wait = 0; ///< number of frames until the file is saved
};

/// The name of the scene, which the stage shows after another one was chosen.
struct SceneNameState
{
    std::size_t scene_index = 0;
    double shown_until_s = 0.0; ///< on Dear ImGui's clock
};

/// What the page of the scoreboard shows.
enum class ScoreboardView : std::uint8_t
{
    table,
    starts, ///< the starts of each loop as dots
    faults, ///< which metrics see which faults
};

/// The words in the rows of the list of lanes, until a lane changes.
struct LaneRows
{
    std::vector<lab::StageLane> lanes{};
    std::vector<std::string> words{};
};

/// State that the panels keep between frames, except settings (lab::Settings).
struct PanelState
{
    LaneRows lane_rows{};
    CodePageState code_page{};
    SortOrder scoreboard_order{};
    ScoreboardView scoreboard_view = ScoreboardView::table;
    StartRuns starts{};
    FaultRuns faults{};
    std::array<ShownVerdict, lab::StageSettings::max_lanes> shown_verdicts{}; ///< by lane
    std::array<char, 40> loop_search_text{}; ///< search string of the list of loops
    std::array<char, 48> lesson_search_text{};
    std::optional<std::size_t> lesson_scrolled_to{}; ///< index of the lesson to whose card the list was scrolled
    std::optional<double> dragged_font_scale{}; ///< text size while the user drags its slider; otherwise empty
    PendingSave pending_save{};
    bool is_filming = false;
    std::vector<draw::Picture> scene_pictures{}; ///< of the first scenes, until all are drawn
    bool has_light_scene_pictures = false;
    SceneNameState scene_name{};
    std::string delay_tip{}; ///< in the line above the delay slider while the pointer is on it; else empty
    RecordingCard recording_card{};
    RecordingCard::State previous_card_state{}; ///< in the previous frame
    std::array<char, 4096> typed_path{}; ///< contents of the path field on the recording card
    RecordingScrubber scrubber{};
    ThrottledPicture timeline_picture{}, plots_picture{};
    scenes::SafeStepSearch safe_step_search{}; ///< for the world of the selected lane
    draw::Picture page_picture_buffer{}; ///< picture of another dock page; a member only to reuse its memory
};

/// The arguments that all panels share.
struct PanelContext
{
    lab::Lab& lab;
    lab::Settings& settings; ///< those of `lab`
    const draw::Theme& theme;
    float scale; ///< factor for all sizes in points
    WidgetLog& widget_log; ///< positions and values of the controls drawn in this frame
    PanelState& panel_state;
};

/// A button without a background unless it is chosen, such as a tab.
struct FlatButton
{
    const char* label;
    const char* tooltip = "";
    bool is_chosen = false; ///< true: the button is highlighted
    /// The longest label that the button can have, which determines its width. If null, `label` determines the width.
    const char* widest_label = nullptr;
    const char* disabled_reason = nullptr; ///< tooltip of a button that cannot be clicked; null if it can
};
/// Returns true in the frame in which the user clicks the button.
bool draw_flat_button(const PanelContext& context, const FlatButton& button);

/// In points.
float flat_button_width(const FlatButton& button, const PanelContext& context);

/// Buttons that choose the frame times of the lanes: steady frames, or the frames of this PC.
void draw_frame_source_buttons(const PanelContext& context);
/// The controls of the first screen, the simple view at the first start: buttons for five loops, a delay slider.
void draw_first_screen_controls(const PanelContext& context);
/// Draws the button "Show me", which starts the demonstration of `loop`. The loop must have a demonstration.
void draw_demonstration_button(const PanelContext& context, timestep::PresetId loop, float width);
/// The conclusion of the running demonstration, its progress, and the button that ends it.
void draw_demonstration(const PanelContext& context, lab::DemonstrationDriver& stage);
/// In points; in a narrow window, the step rates have a row of their own.
float first_screen_bar_height(float scale);
void draw_delay_controls(const PanelContext& context);
/// The lanes of the stage with what differs, and the buttons that add, remove and replace them.
void draw_lane_list(const PanelContext& context);
/// The loop of the selected lane.
void draw_loop_panel(const PanelContext& context);
void draw_pc_panel(const PanelContext& context);
/// The VSYNC mode and its outcome, such as "on, but this driver ignores it".
std::string vsync_text(const lab::Lab& lab);
/// The VSYNC mode and its outcome in short, such as "on: ignored" if the driver ignores VSYNC.
std::string short_vsync_text(const lab::Lab& lab);
void draw_scene_settings_panel(const PanelContext& context);
void draw_scene_tiles(const PanelContext& context);
/// Names the scene on the stage for a moment after another one was chosen.
void draw_scene_name(const PanelContext& context, const draw::Rect& stage_area);
/// The settings of the view, and the buttons that save pictures and films.
void draw_view_panel(const PanelContext& context);
/// True if two buttons below the settings panels, such as "Copy set-up" and "Defaults", fit side by side.
bool has_paired_buttons();
/// The buttons below the settings panels: hitch, break and reset, copy set-up, defaults.
void draw_footer_buttons(const PanelContext& context);
void draw_selected_lane_statistics(const PanelContext& context);
void draw_lesson_panel(const PanelContext& context, lab::LessonDriver& stage);
/// Opens the lesson `index` of lab::built_in_lessons().
void open_lesson(const PanelContext& context, std::size_t index);
/// Also sets LessonDriver::hovered_number_index.
void draw_explanation(const PanelContext& context, lab::LessonDriver& stage);
/// Filter for the frames from which the number under the mouse was computed; empty if no number is under the mouse.
lab::FramePredicate hovered_frame_filter(const PanelContext& context);

/// Draws the page that replaces the timeline page while a replay is shown.
void draw_replay_page(const PanelContext& context, lab::ReplayPlayer& replay);

/// A notice that does not fit into the header stands on the stage.
void draw_window_header(const PanelContext& context, const Notice& notice, const draw::Rect& stage_area);
/// A click freezes the display at the clicked frame.
void draw_lane_timeline(const PanelContext& context);
void draw_timeline_page_toolbar(const PanelContext& context);
/// A click freezes the display at the clicked frame.
void draw_plots_page(const PanelContext& context);
void draw_plots_page_toolbar(const PanelContext& context);
void draw_phase_portrait_page(const PanelContext& context);
/// The button of the page's menu, at the right edge.
void draw_page_toolbar(const PanelContext& context);
void draw_sortable_scoreboard_page(const PanelContext& context);
/// "all metrics", and the buttons for 64 starts of each loop as dots and for faults.
void draw_scoreboard_toolbar(const PanelContext& context);
/// Runs some more of the 64 starts of each shown loop, until all have run.
void advance_starts(const PanelContext& context, bool may_begin);
/// The metric by which the scoreboard is sorted, else the jumps, of 64 starts of each loop: one dot a start. The best
/// loop comes first, by its median and its worst twentieth.
void draw_starts_page(const PanelContext& context);
/// Kinds of uneven motion, and which metrics see them.
void draw_faults_page(const PanelContext& context);
void draw_lessons_page(const PanelContext& context);
void draw_rate_page(const PanelContext& context);
/// The source code of the running loop, or the loop exported to another language.
void draw_code_page(const PanelContext& context);
exporter::FileOptions export_file_options(const lab::LaneConfig& config, exporter::Language language);
/// Buttons that write the chosen loop as a program in a language, which the user then edits. True after a click.
bool draw_own_loop_buttons(const PanelContext& context);
/// The file, the command and the newest output of the program that runs the user's own loop.
void draw_own_loop_page(const PanelContext& context, const lab::ForeignLoop& loop);
void draw_lane_overlays(const PanelContext& context, const draw::Rect& stage_area);
/// Dims the whole window. Must be called before drawing a page that covers the window, such as the help page.
void dim_window(const PanelContext& context, ImVec2 size);
/// The list of keys, or the page About.
void draw_help_page(const PanelContext& context, const std::string& about_text);
void draw_recording_card(const PanelContext& context);
/// Draws the frame times of the played recording, to seek and to select a part. ThisPc::playback must not be empty.
void draw_recording_scrubber(const PanelContext& context, const draw::Rect& area);
void open_cpp_export_page(const PanelContext& context);

// Pages with diagrams, which the user can save as a picture or as CSV. All time axes show the same time span.

/// Returns the shown time span. When the user freezes the display, moves the span to the frozen time.
draw::TimeSpan advance_shown_span(const PanelContext& context);
/// Pans and zooms by the mouse and keys over Dear ImGui's last item. A double-click resumes. Returns a clicked time.
std::optional<timestep::Nanos> navigate_time(const PanelContext& context, const draw::TimeAxis& axis);
void draw_time_buttons(const PanelContext& context);
/// Index in `frames` of the frame at which the user has stopped the display; empty if the display is running.
std::optional<std::size_t> frozen_frame_index(const PanelContext& context, const telemetry::Frames& frames);

/// The data that the menu of a page saves as PNG or SVG, or copies as CSV.
struct SaveablePage
{
    const char* file_stem; ///< file name without number and extension, such as "plots"
    draw::Rect area; ///< area of the picture in the window, in points
    std::function<void(draw::Picture& picture)> draw; ///< draws the plot without marks at the mouse
    /// Returns the plotted numbers as CSV. For a page without numbers to save, the std::function is empty.
    std::function<std::string()> csv{};
};

void draw_page_menu_button(const PanelContext& context,
                           void (*draw_first_entries)(const PanelContext& context) = nullptr);
/// Carries out the choice in the page's menu, if one is due.
void run_pending_save(const PanelContext& context, const SaveablePage& page);
/// True while a PNG of a page is being saved. Meanwhile, draw no marks at the mouse, which the PNG would show.
bool is_page_png_pending(const PanelContext& context);

/// Loads the fonts, and images of dots. If fonts were loaded before, the caller must recreate their OpenGL texture.
void load_fonts(float pixels_per_point, float scale);
/// True for the window of a phone that is held upright: its panels stand one below the other, with targets for fingers.
bool is_portrait(float width, float height);
/// Scale factor of text and shapes, from the user's text size and the window's size in points.
float ui_scale(const lab::ViewSettings& view, float width, float height);
/// The part of the window in which the running loops are drawn, in points.
draw::Rect stage_area(const lab::Lab& lab, float width, float height);
/// Closes the open menu. Returns false if none was open.
bool close_menu(const lab::Settings& settings);
std::vector<draw::Rect> lane_areas(const draw::Rect& stage_area, const lab::Lab& lab);
draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane_index);
draw::Colour colour_of_loop(const lab::LaneSetup& lane);
/// Must be called between ImGui::NewFrame and ImGui::Render.
void draw_panels(lab::Lab& lab, PanelState& panel_state, const draw::Rect& stage_area, const Notice& notice,
                 const std::string& about_text, WidgetLog& widget_log);

} // namespace demo
