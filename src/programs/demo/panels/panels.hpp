// programs/demo/panels/panels.hpp -- one function for each panel; ui.cpp calls them and places the panels
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/metrics/frame_filter.hpp"
#include "lab/metrics/lane_verdict.hpp"
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

/// Stores when a picture of a time span was drawn, so that it is not drawn more often than needed: in every frame, or
/// ten times per second if the span contains 4,000 frames or more.
struct TimePicture
{
    draw::Picture picture{};
    double drawn_at = 0.0; ///< time at which the picture was drawn, in seconds on Dear ImGui's clock

    /// Returns true if the picture must be drawn again now; in this case, sets `drawn_at` to the present time.
    bool is_stale(const draw::Rect& area, const telemetry::Frames& frames, draw::TimeSpan span);
};

/// The metric by which the columns of the loops are sorted. If `key` is empty, the loops are not sorted.
struct SortOrder
{
    std::string_view key{};
    bool worst_first = false;

    /// Changes the order of the lanes after a click on a metric. The first click puts the best lane first, the second
    /// click the worst lane; the third click restores the original order.
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

/// A lane's verdict, its explanation, and the wall time of the frame that they describe. Both are shown for at least
/// 0.4 s, because digits that change in every frame cannot be read, and have the same numbers.
struct KeptStory
{
    timestep::Nanos at{};
    std::string name;
    lab::LaneVerdict verdict{};
    std::string story;
};

/// The page "Code": what it shows, and the values of the previous frame.
struct CodePage
{
    /// If not empty, the loop is shown as an exported file in this language.
    std::optional<exporter::Language> exported{};
    exporter::Code code{}; ///< the exported file
    std::string code_of{}; ///< the settings of `code`
    std::string shown{};   ///< path of the page's first file; when it changes, the page scrolls to its top
    /// Values that the lines of the loop's source set in the previous frame. The key consists of the file, the line and
    /// the name of the value.
    std::map<std::string, std::string> before{};
};

/// The user's choice in the menu that saves a page as a file. A PNG is saved two frames after the choice, because the
/// menu must first disappear from the screen.
struct PendingSave
{
    enum class Action : std::uint8_t
    {
        nothing,
        csv,
        svg,
        png,
    };
    Action action = Action::nothing;
    int frames    = 0; ///< frames to wait before the choice is carried out
};

/// What the panels keep from one frame to the next, besides the settings.
struct PanelState
{
    CodePage code{};
    SortOrder score_order{};
    std::array<KeptStory, lab::RaceSettings::most_lanes> stories{}; ///< by lane
    std::array<char, 40> wanted_loop{};                             ///< words that the user types to find a loop
    std::array<char, 48> wanted_lesson{};
    std::optional<double> dragged_font_scale{}; ///< while the user drags the slider
    PendingSave save{};
    std::array<char, 4096> typed_path{}; ///< in the field of the card about a recording
    RecordingCard::State card_before{};  ///< state of the card in the previous frame
    TimePicture timeline{}, plots{};
    draw::Picture phase{}, network{}, replay{}; ///< kept so that their memory is used again
};

/// The data that every function of a panel gets.
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
    const char* widest =
        nullptr; ///< the longest label that the button can have, which decides its width; null: `label`
    bool enabled = true;
};
/// Draws the button. Returns true if the user pressed it.
bool tab(const Context& context, const Tab& look);

/// Returns the width in points of a button that tab() draws with the label `label`.
float tab_width(const char* label, const Context& context);

/// Draws the switch between even frames and the frames of this PC (lab::Settings::frames). It is grey while it has no
/// effect.
void frames_switch(const Context& context);
/// Returns a text about the frames that this PC shows: "this PC: 15.9 to 18.2 ms a frame, longest 48 ms 3 s ago". Empty
/// while they are unknown.
std::string pc_text(const lab::Lab& lab);
/// Draws all controls of the first screen, which a new user sees.
void first_screen(const Context& context);
/// Draws the button that starts the demonstration of a loop, which must have one.
void show_me_button(const Context& context, timestep::LoopId loop, float width);
/// Draws the conclusion of the running demonstration, its remaining time, and a button that ends it.
void demonstration_panel(const Context& context, lab::DemonstrationStage& stage);
/// Draws the controls of a presentation: the slider that makes this PC slow.
void presented_controls(const Context& context);
void loop_panel(const Context& context);
void machine_panel(const Context& context);
/// What this PC does with the chosen VSYNC mode.
enum class VsyncAnswer : std::uint8_t
{
    obeyed,
    replaced, ///< by `on`: only a virtual display can have VRR (interval_of() in window.cpp)
    refused,  ///< by the graphics driver
    ignored,  ///< the driver has accepted it, but frames do not wait for the display
};
VsyncAnswer answer_to_vsync(const lab::Lab& lab);
/// Returns the VSYNC mode and the answer of this PC, such as "off", "on" or "on: ignored by this driver".
std::string vsync_state(const lab::Lab& lab);
void scene_panel(const Context& context);
void view_panel(const Context& context);
/// Returns true if two buttons of set_up_panel(), such as "Copy set-up" and "Defaults", fit beside each other.
bool set_up_side_by_side();
/// Draws the buttons below the panels, which do not scroll: the buttons that cause a long frame or a pause of 3 s,
/// reset the world, and copy, reset, keep or compare the set-up.
void set_up_panel(const Context& context);
void decision_panel(const Context& context);
/// Draws the page of the present lesson. During a lesson, it is drawn instead of the panels with settings.
void lesson_panel(const Context& context, lab::LessonStage& stage);
/// Opens the lesson with the index `place`, from 0, in lab::all_lessons().
void open_lesson(const Context& context, std::size_t place);
/// Returns the heading above a lesson's explanation. It says if the user's guess was right.
std::string verdict_on(const lab::LessonStage& stage);
/// Draws the explanation of a lesson with underlined numbers. While the mouse is over a number, the frames from which
/// the number is computed are highlighted.
void explanation(const Context& context, lab::LessonStage& stage);
/// Returns a filter that selects the frames from which the number under the mouse is computed. The filter is empty if
/// the mouse is not over such a number.
lab::FrameFilter lit_frames(const Context& context);

/// Draws the buttons that choose the kind of a game over a network, and a line about the chosen kind.
void network_kinds(const Context& context);
/// Returns the heading of a game over a network: the time until the result of the game is judged; after that, whether
/// the user's guess was right. If the user has changed settings so that the lesson's assertions are false, the heading
/// says so.
std::string network_headline(const lab::LessonStage& stage);
/// Returns the lesson's explanation. If the numbers of this run contradict some assertions of the lesson, returns these
/// assertions with the numbers of this run instead.
std::string network_explanation(const lab::LessonVerdict& verdict);
/// Draws the settings of the network.
void network_controls(const Context& context);
/// Draws the buttons that restart the game, or the game and its question.
void network_buttons(const Context& context, lab::LessonStage& stage);
/// Draws the name and the state of each PC over its picture, and the messages between the PCs.
void network_overlay(const Context& context, const lab::NetworkRun& network, ImDrawList& ink,
                     const std::vector<draw::Rect>& areas);
/// Draws the timeline of all PCs of a network game. During such a game, it is drawn instead of timeline().
void network_timeline(const Context& context, const lab::NetworkRun& network);
/// Draws the time bar of a replay, and its buttons. While a replay runs, it is drawn instead of timeline().
void replay_page(const Context& context, lab::ReplayStage& replay);

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
/// Returns the height of the tour's card in points, if the card is `width` points wide; 0 if the tour is not running.
float tour_height(const lab::Lab& lab, float width, float scale);
/// Draws the card of the tour in the area `place`, and a ring around the control that it mentions. Must be called after
/// all other panels, because it needs the positions of their controls.
void tour_card(const Context& context, const draw::Rect& place);
/// Darkens everything that was drawn before. Must be called before a page, such as the help page, is drawn on top.
void dim_what_is_behind(const Context& context, ImVec2 size);
void help_page(const Context& context, const std::string& about);
/// Draws the card about the recording that the user opened. If no recording is open, draws a field for its path.
void recording_card(const Context& context);
/// Draws a strip below the loops' pictures while the loops get their frame times from a recording. It shows the frame
/// times of the recording, its hitches, and the present frame.
void scrubber(const Context& context, const draw::Rect& stage);
/// Shows the chosen loop as a C++ file on the page "Code".
void show_code_for_my_game(const Context& context);

// What the pages of the dock share: the shown time span with its controls, and the menu that saves a picture.

/// Returns the time span that the timeline and the plots show. It ends at the newest frame until the user moves it.
draw::TimeSpan shown_span(const Context& context);
/// Lets the user change the shown time span over Dear ImGui's last item. The mouse wheel zooms around the mouse, a drag
/// moves the span, a double click follows the newest frame again. Keys: arrow up, arrow down, + and - zoom; Page Up and
/// Page Down move the span; Home and End go to the first and the newest frame. Returns the time on which the user
/// clicked; empty without a click.
std::optional<timestep::Nanos> move_in_time(const Context& context, const draw::TimeAxis& axis);
/// Draws the buttons that zoom and step in time, at the right end of the tabs.
void time_buttons(const Context& context);
/// Returns the index in `frames` of the frame at which the picture is frozen; an empty value if it is not frozen.
std::optional<std::size_t> frozen_frame(const Context& context, const telemetry::Frames& frames);

/// The data from which the save menu makes a file of a page.
struct Saveable
{
    const char* stem;                                 ///< first part of the file's name, such as "plots"
    draw::Rect area;                                  ///< area of the picture in the window, in points
    std::function<void(draw::Picture& picture)> draw; ///< draws the picture without marks that depend on the mouse
    /// Returns the numbers of the page as CSV; null if the page has no numbers.
    std::function<std::string()> csv{};
};

/// Draws the button that opens the menu, at the right end of the row of tabs. If `more` is not null, it is called to
/// draw additional lines at the top of the menu.
void menu_button(const Context& context, void (*more)(const Context& context));
/// Carries out the user's choice in the save menu for the page `what`. Each page calls this function once per frame.
void save_what_was_asked(const Context& context, const Saveable& what);
/// Returns true if the window is saved as PNG in one of the next frames. Until then, pages must not draw marks at the
/// mouse position.
bool about_to_save(const Context& context);

/// Turns off the settings file of Dear ImGui. Must be called once, after the context of Dear ImGui was created.
void set_up();
/// Loads the fonts in `scale` times their usual size, for a display with `pixel_ratio` pixels per point. If fonts had
/// already been loaded, the OpenGL texture of the fonts must be created again afterwards.
void load_fonts(float pixel_ratio, float scale);
/// Returns the factor by which all sizes are multiplied in a window of `width` x `height` points. It is the user's text
/// size times a factor for windows larger than 1920x1080: 1 to 2, in steps of 0.25. In a window that is too small for
/// this size it is less, in steps of 0.25. During a presentation, text has 28 points in a window of 1080 points height.
float scale_of(const lab::ViewSettings& view, float width, float height);
/// Returns the area in which the pictures of the loops are drawn (the stage), in points, in a window of `width` x
/// `height` points.
draw::Rect stage_area(const lab::Lab& lab, float width, float height);
/// Closes the open menus and lists. Returns false if none is open.
bool close_menus(const lab::Settings& settings);
/// Draws the labels of a picture in the window. The picture's coordinates are in pixels; `pixel_ratio` is pixels per
/// point. Must be called after ImGui::NewFrame.
void write_labels(const draw::Picture& picture, float pixel_ratio);
/// Returns the area of each loop's picture within the area `stage`.
std::vector<draw::Rect> lane_areas(const draw::Rect& stage, const lab::Lab& lab);
/// Returns the colour of a lane's loop; in a game over a network, the colour of its PC.
draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane);
/// Draws all panels around the lanes. Must be called between ImGui::NewFrame and ImGui::Render. `notice` is a line of
/// text for the user, or empty. `card` contains the data about the recording that the user opens, `state` what the
/// panels keep between frames. `about` is the text of the page About. Adds the position and the value of each control
/// to `log`.
void draw_panels(lab::Lab& lab, RecordingCard& card, PanelState& state, const draw::Rect& stage,
                 const std::string& notice, const std::string& about, WidgetLog& log);

} // namespace demo
