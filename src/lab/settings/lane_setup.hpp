// lab/settings/lane_setup.hpp -- the configuration of one lane: name, settings and recording. Applies key-value texts,
// such as hz=50, to it
#pragma once

#include "lab/settings/control.hpp"
#include "lab/settings/playback.hpp"
#include "lab/settings/settings.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

struct LaneSetup
{
    std::string name{}; ///< name that the user sees; tables, files and lessons use it for this loop
    Settings settings{};
    /// Recording whose frame times the loop gets; empty: the machine's frame times.
    std::optional<Playback> recording{};
};

/// One assignment of a value to a setting of a lane.
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

/// Sorts the changes so that those on which others depend come first. The others keep their order.
void put_in_order(std::vector<Change>& changes);

/// Applies all changes to `setup`. Changes on which other changes depend are applied first: a machine sets all controls
/// of a machine; some controls exist only for the chosen loop, for the chosen kind of a part of the loop, or for the
/// chosen scene. A lane without a name gets the name of its loop. Returns an error if a key is
/// unknown, a value is out of range, settings contradict each other, or a file cannot be read.
std::optional<ChangeError> apply(LaneSetup& setup, std::vector<Change> changes);
/// Returns the set-up with `settings` and these changes. Throws base::BadInput where apply() returns an error.
LaneSetup make_lane(std::vector<Change> changes, const Settings& settings = {});
/// Returns the assignments of a text of the form "KEY=VALUE KEY=VALUE".
std::vector<Change> changes_in(std::string_view text);

} // namespace lab
