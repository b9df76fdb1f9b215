// lab/settings/actions.hpp -- the table of keys and their actions, which the keyboard, drive files and the help page
// use; and requests to the window, such as saving a screenshot
#pragma once

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
    loop, ///< choose the loop with the index Key::argument
    vsync,
    lag,
    delay_down,
    delay_up,
    hitch,
    debugger_break,
    pause,
    step_frame,
    frame_back, ///< pause, and show the previous frame
    frame_forward,
    close, ///< close what is open: the list of keys, the tour, a frozen frame, a lesson, a replay
    undo,
    redo,
    copy,  ///< copy the set-up as a line of text
    paste, ///< replace the set-up by the line of text on the clipboard
    reset,
    next_scene,
    compare, ///< start a race of loops, or go back to the one loop on this PC
    lessons,
    show_me,    ///< run a ten-second demonstration of the chosen loop (lab/lessons/demonstrations.hpp)
    camera,     ///< move the camera back so that it shows the whole scene
    panel_keys, ///< switch the control of the panels by keyboard on or off
    film,
    panels,
    more,
    help,
    record,
    record_replay, ///< start or stop recording the user's inputs in a replay file
    replay,        ///< run the replay file that was recorded last
    what_if,       ///< continue a replay from its shown time with the settings of the window
    sound,
    full_screen,
    present, ///< show only the picture, the slider that slows this PC, the verdict and the lesson, enlarged
    screenshot,
    quit,
};

struct Key
{
    std::string_view name; ///< name of the key in SDL, after "Ctrl+" and "Shift+" if they are held
    Action action{};
    int argument = 0;      ///< for Action::loop: index of the loop in timestep::all_presets
    std::string_view help; ///< text on the help page; for Action::loop the name of the loop
};

/// True if the action repeats while the user holds the key down.
constexpr bool repeats(Action action)
{
    using enum Action;
    return action == delay_down || action == delay_up || action == frame_back || action == frame_forward;
}

/// Returns all keys in the order of the help page.
std::span<const Key> keys();
/// Returns the key with the name `name`, or null if there is none.
const Key* find_key(std::string_view name);

/// True if the key's action changes the PC or the scene. Lessons, network games and replays ignore such keys.
constexpr bool would_change_lanes(Action action)
{
    switch (action)
    {
    case Action::hitch:
    case Action::debugger_break:
    case Action::next_scene:
    case Action::lag:
    case Action::vsync:
    case Action::delay_down:
    case Action::delay_up: return true;
    default: return false;
    }
}

// Keys, buttons, drive files and signals put requests to the window into one queue. Only the window can carry them out.
namespace request
{

struct Quit
{
};

/// Request: switch full screen on or off.
struct FullScreen
{
    std::optional<bool> on{}; ///< true or false: switch it on or off; empty: change it
};

/// Request: start or stop filming the picture area of the window.
struct ToggleFilm
{
};

/// Request: start or stop recording the user's inputs to the live loop (on this PC) in a replay file.
struct RecordReplay
{
};

/// Request: run a replay file and show it.
struct OpenReplay
{
    std::string file{}; ///< name of the replay file; empty for the replay that was recorded last
};

/// Request: save a picture of the whole window as PNG.
struct Screenshot
{
    std::string file{}; ///< name of the file to write; empty for an unused name that the window chooses
};

/// Request: save a part of the window as PNG under an unused file name.
struct PartOfWindow
{
    std::string stem;                 ///< beginning of the file name
    float x = 0, y = 0, w = 0, h = 0; ///< rectangle in points, from the window's upper left corner
};

/// Request: save the vector drawing of a page, such as the timeline, as SVG under an unused file name.
struct Drawing
{
    std::string stem; ///< beginning of the file name
    std::string svg;
};

/// Request: copy a text to the clipboard, and show `said` in the window's header.
struct Copy
{
    std::string text;
    std::string said;
};

/// Request: replace the set-up by the one on the clipboard.
struct Paste
{
};

/// Request: replace the set-up by the one in a file.
struct OpenSetUp
{
    std::string file;
};

/// Request: show the lesson in a file.
struct OpenLesson
{
    std::string file;
};

/// Request: show one line of text in the window's header.
struct Notice
{
    std::string text;
};

} // namespace request

using Request  = std::variant<request::Quit, request::FullScreen, request::ToggleFilm, request::RecordReplay,
                             request::OpenReplay, request::Screenshot, request::PartOfWindow, request::Drawing,
                             request::Copy, request::Paste, request::OpenSetUp, request::OpenLesson, request::Notice>;
using Requests = std::vector<Request>;

} // namespace lab
