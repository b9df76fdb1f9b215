// lab/settings/changes.hpp -- applies key-value texts to a lane's set-up. The command line's flags, --lane and the
// files of lessons all use these keys.
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

/// One assignment to a lane's set-up.
struct Change
{
    std::string key;   ///< a flag without dashes ("hz"), a path ("scene.stiffness"), or one of the words name, machine,
                       ///< lag, spike, recording and recording-end
    std::string value; ///< the value as text
};

/// True if a control has a command line flag and affects lanes that run without a window.
bool is_of_lanes(const Control& row);

/// Applies all changes. Changes on which others depend come first: a machine sets all controls of a machine; a loop, an
/// axis and a scene have controls that exist only while they are chosen. A lane without a name gets its loop's name.
/// Returns one line with the error if a key is unknown, a value is out of range, settings contradict each other, or a
/// file cannot be read.
std::optional<std::string> apply(LaneSetup& setup, std::vector<Change> changes);

} // namespace lab
