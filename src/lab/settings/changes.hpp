// lab/settings/changes.hpp -- applies key-value texts, such as hz=50, to the set-up of a lane (a loop with its world)
//
// Flags of the command line, the option --lane and the files of lessons all use these keys.
#pragma once

#include "lab/settings/control.hpp"
#include "lab/settings/lane_setup.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// One assignment of a value to a setting of a lane (a loop with its world).
struct Change
{
    /// A flag without dashes ("hz"), the path of a control ("scene.stiffness"), or one of the words name, machine, lag,
    /// spike, recording and recording-end.
    std::string key;
    std::string value; ///< new value of the setting, as text
    int line = 0;      ///< line of the file in which the assignment stands; 0 if it comes from no file
};

/// The reason why changes of settings cannot be applied, and the line of the file with the error.
struct ChangeError
{
    std::string what; ///< one line about the error
    int line = 0;     ///< Change::line of the assignment with the error; 0 if no single assignment is wrong
};

/// True if a control has a command line flag and affects a loop that runs without a window.
bool is_of_lanes(const Control& row);

/// Applies all changes to `setup`. Changes on which other changes depend are applied first: a machine sets all controls
/// of a machine; some controls exist only for the chosen loop, for the chosen kind of a part of the loop, or for the
/// chosen scene. A lane (loop with its world) without a name gets the name of its loop. Returns an error if a key is
/// unknown, a value is out of range, settings contradict each other, or a file cannot be read.
std::optional<ChangeError> apply(LaneSetup& setup, std::vector<Change> changes);

} // namespace lab
