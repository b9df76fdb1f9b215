// lab/settings/drive.hpp -- reads drive files: text files with timed commands that operate the demo as a user would
//
//     at 1.5 key 2                       # seconds of wall time since the start
//     at 2   set machine.delay_ms 40
//     at 2.5 grab -0.5                   # hold the ball there, in metres from rest
//     at 3   release
//     at 3.2 press right                 # a key of the scene goes down: left, right, jump or dash
//     at 3.4 let-go right
//     at 4   screenshot a.png
//     at 5   quit
#pragma once

#include "lab/settings/actions.hpp"
#include "lab/settings/settings.hpp"

#include <string>
#include <variant>
#include <vector>

namespace lab
{

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

    Nanos at{}; ///< wall time since the start
    Kind kind      = Kind::quit;
    const Key* key = nullptr;
    std::string path;             ///< path of the control to set
    std::string text;             ///< value of the control, or file of the screenshot
    double hand_x = 0.0;          ///< position at which `grab` holds the body, in metres from rest
    Button button = Button::left; ///< the button of `press` and `let_go`
};

/// Commands in the order of their times. Commands with equal times are in the order of the file.
using Drive = std::vector<DriveCommand>;

/// Parses the commands of a drive file that starts with the settings `start`. If the text is not valid, returns one
/// line with `name`, the line number and the error.
std::variant<Drive, std::string> parse_drive(std::string_view text, std::string_view name, const Settings& start);
/// Reads and parses a drive file. Returns one line with the error if that is not possible.
std::variant<Drive, std::string> read_drive(const std::string& path, const Settings& start);

} // namespace lab
