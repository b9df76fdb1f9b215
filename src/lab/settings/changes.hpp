// lab/settings/changes.hpp -- a lane's set-up as people write it: what is different in it, key by key. The command
// line's flags, its --lane and the lessons' files all speak this language.
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

/// A control, by its flag without the dashes ("hz") or by its path ("scene.stiffness"), or one of name, machine, lag,
/// spike, recording and recording-end; and a text for it.
struct Change
{
    std::string key;
    std::string value;
};

/// Whether a control has a flag, and means something without a window.
bool is_of_lanes(const Control& row);

/// Makes all the changes, each of them where others depend on it first: a machine is a whole set of knobs, and a loop,
/// its axes and a scene have knobs of their own. A lane without a name is called as its loop is. Returns one line that
/// says what does not exist, is out of range, makes no sense together or cannot be read; nothing when all is well.
std::optional<std::string> apply(LaneSetup& setup, std::vector<Change> changes);

} // namespace lab
