// lab/settings/drive.hpp -- reads drive files: text files with timed commands that operate the demo as a user would
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

    Nanos at{}; ///< wall time of the command, counted from the start of the program
    Kind kind      = Kind::quit;
    const Key* key = nullptr;
    std::string path;             ///< for `set`: path of the control
    std::string text;             ///< for `set`: value of the control; for `screenshot`: name of the file
    double hand_x = 0.0;          ///< for `grab`: position at which the body is held, in metres from rest
    Button button = Button::left; ///< for `press` and `let_go`: the scene's key
};

/// The commands of a drive file in the order of their times. Commands with equal times keep the order of the file.
using Drive = std::vector<DriveCommand>;

/// Parses the text of a drive file. `start` are the settings before its first command. If the text is not valid,
/// returns one line with `name`, the line number and the error.
base::Result<Drive> parse_drive(std::string_view text, std::string_view name, const Settings& start);
/// Reads and parses a drive file. `start` are the settings before its first command. Returns one line with the error if
/// the file cannot be read or is not valid.
base::Result<Drive> read_drive(const std::string& path, const Settings& start);

} // namespace lab
