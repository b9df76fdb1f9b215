// lab/settings/actions.hpp -- keys and their actions, requests to the window, and drive files: text files with timed
// commands that operate the demo as a user would
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
    close, ///< close the list of keys, the tour, a frozen frame, a lesson or a replay
    undo,
    redo,
    copy,  ///< copy the set-up as a line of text
    paste, ///< replace the set-up by the line of text on the clipboard
    reset,
    next_scene,
    compare, ///< start a race of loops, or go back to the one loop on this PC
    lessons,
    show_me,    ///< run a ten-second demonstration of the chosen loop
    camera,     ///< reset the camera, so that it shows the whole scene
    panel_keys, ///< switch the control of the panels by keyboard on or off
    film,
    panels,
    more,
    help,
    record,
    record_replay, ///< start or stop recording the user's inputs in a replay file
    replay,        ///< run the replay file that was recorded last
    what_if,       ///< fork the replay: continue it from its shown time with the settings of the window
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

/// All keys in the order of the help page.
std::span<const Key> keys();
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

// Keys, buttons, drive files and signals put requests to the window into one queue. Only the window can handle them.
namespace request
{

struct Quit
{
};

struct FullScreen
{
    std::optional<bool> on{}; ///< empty: toggle
};

/// Starts or stops filming the picture area of the window.
struct ToggleFilm
{
};

/// Starts or stops recording the user's inputs to the live loop in a replay file.
struct RecordReplay
{
};

struct OpenReplay
{
    std::string file{}; ///< empty for the replay that was recorded last
};

/// Saves an image of the whole window as PNG.
struct Screenshot
{
    std::string file{}; ///< empty for an unused name that the window chooses
};

/// Saves a part of the window as PNG under an unused file name.
struct PartOfWindow
{
    std::string stem;                 ///< beginning of the file name
    float x = 0, y = 0, w = 0, h = 0; ///< rectangle in points, from the window's upper left corner
};

/// Saves the vector drawing of a page, such as the timeline, as SVG under an unused file name.
struct Drawing
{
    std::string stem; ///< beginning of the file name
    std::string svg;
};

/// Copies a text to the clipboard, and shows `said` in the window's header.
struct Copy
{
    std::string text;
    std::string said;
};

/// Replaces the set-up by the one on the clipboard.
struct Paste
{
};

struct OpenSetUp
{
    std::string file;
};

struct OpenLesson
{
    std::string file;
};

/// Shows one line of text in the window's header.
struct Notice
{
    std::string text;
};

} // namespace request

using Request  = std::variant<request::Quit, request::FullScreen, request::ToggleFilm, request::RecordReplay,
                             request::OpenReplay, request::Screenshot, request::PartOfWindow, request::Drawing,
                             request::Copy, request::Paste, request::OpenSetUp, request::OpenLesson, request::Notice>;
using Requests = std::vector<Request>;

struct DriveCommand
{
    enum class Kind : std::uint8_t
    {
        key,
        set,
        grab,
        release,
        press,
        let_go,
        screenshot,
        quit,
    };

    Nanos at{}; ///< wall time of the command, counted from the start of the program
    Kind kind      = Kind::quit;
    const Key* key = nullptr;
    std::string path;             ///< for `set`: path of the control
    std::string text;             ///< for `set`: value of the control; for `screenshot`: name of the file
    double hand_x = 0.0;          ///< for `grab`: position at which the body is held, in metres from rest
    Button button = Button::left; ///< for `press` and `let_go`: the scene's key
};

/// Commands in the order of their times. Commands with equal times keep the order of the file.
using Drive = std::vector<DriveCommand>;

/// `start` are the settings before the first command. The error has `name`, the name of the file, and the line number.
base::Result<Drive> parse_drive(std::string_view text, std::string_view name, const Settings& start);
base::Result<Drive> read_drive(const std::string& path, const Settings& start);

} // namespace lab
