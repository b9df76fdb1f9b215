// lab/settings/actions.hpp -- keys, requests to the window, and script files: timed commands as from a user
//
//     at 1.5 key 2                       # seconds of wall time since the start
//     at 2   set machine.delay_ms 40
//     at 2.5 grab -0.5                   # hold the ball at this position, in metres from its rest position
//     at 3   release
//     at 3.2 press right                 # a key of the scene goes down: left, right, jump or dash
//     at 3.4 let-go right
//     at 4   screenshot a.png
//     at 5   quit
#pragma once

#include "base/message.hpp"
#include "lab/settings/settings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

enum class Action : std::uint8_t
{
    choose_loop, ///< choose the loop KeyBinding::loop; in a lesson, choose the answer with this number
    choose_next_vsync_mode,
    toggle_lag,
    decrease_delay,
    increase_delay,
    add_hitch,
    add_debugger_break,
    toggle_pause,
    run_single_frame,    ///< while paused, run one frame of 1/60 s
    show_previous_frame, ///< pause, and show the previous frame
    show_next_frame,
    close_overlay_or_go_live, ///< close the list of keys, the tour, a frozen frame, a lesson or a replay
    undo,
    redo,
    copy_configuration,  ///< copy the settings to the clipboard as a configuration string
    paste_configuration, ///< apply the configuration string that is on the clipboard
    reset_world,
    choose_next_scene,
    toggle_race, ///< start a race of loops, or return to the single loop on this PC
    show_lessons,
    demonstrate_loop,                  ///< run a ten-second demonstration of the chosen loop
    reset_camera,                      ///< show the whole scene
    toggle_keyboard_control_of_panels, ///< switch keyboard control of the panels on or off
    toggle_film,                       ///< start or stop recording a video of the loops
    toggle_panels,
    toggle_first_screen, ///< switch between all panels and the simple first screen
    toggle_help_page,
    toggle_frame_time_recording, ///< start or stop recording this PC's frame times
    toggle_replay_recording,     ///< start or stop recording the user's inputs in a replay file
    run_last_replay,             ///< run the replay file that was recorded last
    fork_replay,                 ///< continue the replay from its shown time with the window's settings
    toggle_sound,
    toggle_full_screen,
    toggle_audience_view, ///< show only the loops, the delay slider, the verdict and the lesson, enlarged
    save_screenshot,
    quit,
};

struct KeyBinding
{
    std::string_view name; ///< SDL name of the key, with the prefix "Ctrl+" or "Shift+" if that key is held
    Action action{};
    std::string_view description; ///< text in the list of keys; for Action::choose_loop the name of the loop
    std::string_view heading{};   ///< heading above the key in the list of keys, for the first key of a group
    timestep::PresetId loop{};    ///< for Action::choose_loop
};

constexpr bool repeats_while_held(Action action)
{
    using enum Action;
    return action == decrease_delay || action == increase_delay || action == show_previous_frame ||
           action == show_next_frame;
}

/// All keys and their actions, in the order of the list that F1 shows.
std::span<const KeyBinding> key_bindings();
const KeyBinding* find_key_by_name(std::string_view name);

/// True if the action changes the simulated PC or the scene. During a lesson, the keys of such actions do nothing.
constexpr bool changes_machine_or_scene(Action action)
{
    using enum Action;
    return action == add_hitch || action == add_debugger_break || action == choose_next_scene || action == toggle_lag ||
           action == choose_next_vsync_mode || action == decrease_delay || action == increase_delay;
}

// Actions that only the window can execute. They wait in one queue, which the window handles once a frame.
namespace request
{

struct Quit
{
};

struct SetOrToggleFullScreen
{
    std::optional<bool> on{}; ///< empty: toggle full screen
};

/// Starts or stops recording a video of the window's area in which the loops are drawn.
struct ToggleFilm
{
};

/// Starts or stops recording a replay. The start replaces all loops in the window by one new loop.
struct ToggleReplayRecording
{
};

struct OpenReplayOrLast
{
    std::string file{}; ///< empty: the replay that was recorded last
};

/// Saves an image of the whole window as PNG.
struct SaveScreenshot
{
    std::string file{}; ///< empty: the window chooses an unused name
};

/// Saves a part of the window as PNG under an unused file name.
struct SavePartOfWindow
{
    std::string file_stem;            ///< beginning of the file name
    float x = 0, y = 0, w = 0, h = 0; ///< rectangle in points, relative to the window's upper left corner
};

/// Saves a diagram, such as the timeline, as SVG under an unused file name.
struct SaveSvgUnderUnusedName
{
    std::string file_stem; ///< beginning of the file name
    std::string svg;
};

/// Copies `text` to the clipboard and shows the message `notice`.
struct CopyText
{
    std::string text;
    std::string notice;
};

struct PasteConfiguration
{
};

struct OpenConfigurationFile
{
    std::string file;
};

struct OpenLessonFile
{
    std::string file;
};

/// Shows a one-line message in the window's header.
struct ShowNotice
{
    std::string text;
};

} // namespace request

using Request =
    std::variant<request::Quit, request::SetOrToggleFullScreen, request::ToggleFilm, request::ToggleReplayRecording,
                 request::OpenReplayOrLast, request::SaveScreenshot, request::SavePartOfWindow,
                 request::SaveSvgUnderUnusedName, request::CopyText, request::PasteConfiguration,
                 request::OpenConfigurationFile, request::OpenLessonFile, request::ShowNotice>;
using Requests = std::vector<Request>;

struct TimedCommand
{
    enum class Kind : std::uint8_t
    {
        key,
        set,
        grab_body,
        release_body,
        press_button,
        release_button,
        save_screenshot,
        quit,
    };

    Nanos time{}; ///< wall time since the start of the program
    Kind kind             = Kind::quit;
    const KeyBinding* key = nullptr;
    std::string control_path;    ///< for `set`: name of the setting, such as "machine.delay_ms"
    std::string new_value;       ///< for `set`
    std::string screenshot_file; ///< for `save_screenshot`: the name of the file
    double drag_target_x =
        0.0; ///< for `grab_body`: position in metres at which the user holds the body; 0 is the rest position
    Button button = Button::left; ///< for `press_button` and `release_button`: the key
};

/// Sorted by time. Commands with equal times keep the order of the file.
using TimedCommands = std::vector<TimedCommand>;

/// Errors contain `file_name` and the line number. `initial_settings` are those before the first command.
base::Result<TimedCommands> parse_script(std::string_view text, std::string_view file_name,
                                         const Settings& initial_settings);
base::Result<TimedCommands> read_script(const std::string& path, const Settings& initial_settings);

} // namespace lab
