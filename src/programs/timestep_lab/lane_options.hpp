// programs/timestep_lab/lane_options.hpp -- the options that describe a loop, a slow PC, and lanes
#pragma once

#include "lab/settings/lane_setup.hpp"
#include "programs/command_line/options.hpp"
#include "timestep/loop.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace timestep_lab
{

struct LoopOptions
{
    std::string name = "interpolated";
    std::string hz; ///< step rate in Hz as text; empty for the default of the loop
    /// Values of the option --set: PART=NAME or PART.PARAMETER=VALUE, where PART is a part of the loop.
    std::vector<std::string> assignments;
};

/// The options that describe a slow PC, as texts. An option that was not given is empty.
struct PcOptions
{
    command_line::ControlTexts controls;
    std::string lag;
    std::string spike;
    std::string recording;
    std::string recording_end = "stop";
};

struct LaneOptions : PcOptions
{
    std::vector<std::string> assignments; ///< values of --set, of the form PATH=VALUE
    std::string machine;
    std::vector<std::string> lanes;
};

void add_loop_options(CLI::App& command, LoopOptions& options);
/// The loop that the options describe. Throws BadInput like lab::make_lane().
timestep::Loop make_loop(const LoopOptions& options);

/// Splits a value of --set, such as "overload.limit=100ms". Throws BadInput if it does not contain '='.
lab::Change parse_assignment(std::string_view text);
/// The assignments of the options: first those of lab::controls(), in its order, then lag, spike and recording.
std::vector<lab::Change> changes_of(const PcOptions& options);

/// Adds the options for all lanes, and --lane for one lane.
void add_lane_options(CLI::App& command, LaneOptions& options);
/// The lanes that the options describe: at least one, all with different names. Throws BadInput like lab::make_lane().
std::vector<lab::LaneSetup> make_lanes(const LaneOptions& options);

} // namespace timestep_lab
