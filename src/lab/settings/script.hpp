// lab/settings/script.hpp -- script files: timed commands as from a user
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
#include "lab/settings/key_bindings.hpp"
#include "lab/settings/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

struct TimedCommand
{
    enum class Kind : std::uint8_t
    {
        press_key,
        set_control,
        grab_body,
        release_body,
        press_button,
        release_button,
        save_screenshot,
        quit,
    };

    Nanos time{}; ///< wall time since the start of the program
    Kind kind = Kind::quit;
    const KeyBinding* key_binding = nullptr; ///< for `press_key`
    std::string control_path; ///< for `set_control`: name of the setting, such as "machine.delay_ms"
    std::string new_value; ///< for `set_control`
    std::string screenshot_file; ///< for `save_screenshot`
    double drag_target_x = 0.0; ///< for `grab_body`: where the user holds the body, in metres from its rest position
    Button button = Button::left; ///< for `press_button` and `release_button`: the key of the scene
};

/// Sorted by time. Commands with equal times keep the order of the file.
using TimedCommands = std::vector<TimedCommand>;

/// Errors contain `file_name` and the line number. `initial_settings` are those before the first command.
base::Result<TimedCommands> parse_script(std::string_view text, std::string_view file_name,
                                         const Settings& initial_settings);
base::Result<TimedCommands> read_script(const std::string& path, const Settings& initial_settings);

} // namespace lab
