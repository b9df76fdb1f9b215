// programs/timestep_lab/figure.hpp -- what a display shows of loops at several values of a setting, for a figure
#pragma once

#include "lab/lane/lane_run.hpp"

#include <functional>
#include <string_view>

namespace timestep_lab
{

/// Returns the lanes with the setting PATH=VALUE, `assignment`.
using LaneSetupsFunction = std::function<std::vector<lab::LaneSetup>(std::string_view assignment)>;

/// Runs the lanes once for each value of `values_text`, PATH=VALUE,VALUE..., on all cores, and prints as JSON the
/// displayed frames (ms, and mm of body and ring) and the verdicts. Throws BadInput if `values_text` is invalid.
void print_figure(std::string_view values_text, const LaneSetupsFunction& setups_at, const lab::RunLimits& limits);

} // namespace timestep_lab
