// programs/timestep_lab/lane_options.hpp -- lanes as they are asked for on the command line: every knob is a flag, and
// each --lane says what is different in it
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
    std::map<std::string_view, std::string> controls; ///< by path, as given
    std::vector<std::string> set;                     ///< PATH=VALUE
    std::string machine;
    std::string lag;
    std::string spike;
    std::string recording;
    std::string recording_end = "stop";
    std::vector<std::string> lanes;
};

void add_lane_options(CLI::App& command, LaneOptions& options);

/// The lanes that were asked for, at least one, each with a name of its own. Throws BadInput, with the nearest valid
/// choice, for what does not exist, is out of range, makes no sense together, or cannot be read.
std::vector<lab::LaneSetup> make_lanes(const LaneOptions& options);

} // namespace timestep_lab
