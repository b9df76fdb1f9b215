// programs/timestep_lab/lane_options.hpp -- the options that describe lanes: flags for the controls of all lanes, and
// --lane for one lane with its differences
#pragma once

#include "lab/lane/headless.hpp"

#include <CLI/App.hpp>

#include <map>
#include <string>
#include <vector>

namespace timestep_lab
{

struct LaneOptions
{
    std::map<std::string_view, std::string> controls; ///< text of each control's flag, by the control's path
    std::vector<std::string> set;                     ///< PATH=VALUE
    std::string machine;
    std::string lag;
    std::string spike;
    std::string recording;
    std::string recording_end = "stop";
    std::vector<std::string> lanes;
};

/// Adds the options to `command`.
void add_lane_options(CLI::App& command, LaneOptions& options);

/// Returns the set-ups of the lanes: at least one, each with a different name. Throws BadInput if an option has an
/// unknown name (with the nearest valid one) or a value out of range, if options contradict each other, or if a
/// recording cannot be read.
std::vector<lab::LaneSetup> make_lanes(const LaneOptions& options);

} // namespace timestep_lab
