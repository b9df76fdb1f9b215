// programs/timestep_lab/set_option.hpp -- parses and applies the option `--set PATH=VALUE` of `run`, `plan`, `export`
// and other commands
#pragma once

#include "lab/settings/lane_setup.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace timestep_lab
{

/// Splits a text such as "overload.limit=100ms" into a path and a value. Throws BadInput if the text does not contain
/// '='.
lab::Change parse_set(std::string_view text);

/// Applies changes to the settings of a lane (a loop with its world). Throws BadInput for an unknown path or name (with
/// the nearest valid one), for a value out of range, and for changes that contradict each other.
void make_changes(lab::LaneSetup& setup, std::vector<lab::Change> changes);

/// Returns the sorted words that may begin a --set option for a loop: "PART=CHOICE", such as "pacer=vsync", and
/// "PART.PARAMETER=", for all parts of a loop.
std::vector<std::string> loop_settings();

} // namespace timestep_lab
