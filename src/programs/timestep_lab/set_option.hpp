// programs/timestep_lab/set_option.hpp -- parses and applies `--set PATH=VALUE` of `run`, `plan`, `export` and others
#pragma once

#include "lab/settings/changes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace timestep_lab
{

/// Splits a text such as "overload.limit=100ms" into path and value. Throws BadInput if the text has no '='.
lab::Change parse_set(std::string_view text);

/// Applies the changes with lab::apply. Throws BadInput if a path or name is unknown (with the nearest valid one), if a
/// value is out of range, or if changes contradict each other.
void make_changes(lab::LaneSetup& setup, std::vector<lab::Change> changes);

/// Returns every "AXIS=ALTERNATIVE" and every "AXIS.KNOB=", sorted, for all alternatives of all axes.
std::vector<std::string> loop_settings();

} // namespace timestep_lab
