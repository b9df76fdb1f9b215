// lab/settings/drive.hpp -- a plain text of timed commands that plays the demo as a person would
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

    Nanos at{};
    Kind kind      = Kind::quit;
    const Key* key = nullptr;
    std::string path; ///< of the control
    std::string text; ///< the control's value or the picture's file
    double hand_x = 0.0;
    Button button = Button::left; ///< that is pressed, or let go
};

/// Commands in the order of their times; those of one time stay in the order of the file.
using Drive = std::vector<DriveCommand>;

/// The commands, to be followed from the settings `start`; or one line that says what is wrong in which line of `name`.
std::variant<Drive, std::string> parse_drive(std::string_view text, std::string_view name, const Settings& start);
/// The same from a file.
std::variant<Drive, std::string> read_drive(const std::string& path, const Settings& start);

} // namespace lab
