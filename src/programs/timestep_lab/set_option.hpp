// programs/timestep_lab/set_option.hpp -- `--set PATH=VALUE`, as `run`, `plan` and `export` read it
#pragma once

#include "lab/settings/changes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace timestep_lab
{

/// "overload.limit=100ms" in its two halves; throws BadInput when there is no '='.
lab::Change parse_set(std::string_view text);

/// As lab::apply, in this order where nothing depends on another. Throws BadInput, with the nearest valid choice,
/// for what does not exist, is out of range or makes no sense together.
void make_changes(lab::LaneSetup& setup, std::vector<lab::Change> changes);

/// Every "AXIS=NAME" and "AXIS.KNOB=" that a loop can be asked for, whatever is chosen of its axes.
std::vector<std::string> loop_settings();

} // namespace timestep_lab
