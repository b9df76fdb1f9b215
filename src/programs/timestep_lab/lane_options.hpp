// programs/timestep_lab/lane_options.hpp -- the options that describe lanes (loops with their own worlds): options for
// all lanes, and --lane for one lane
#pragma once

#include "lab/lane/headless.hpp"
#include "lab/settings/lane_setup.hpp"
#include "programs/timestep_lab/options.hpp"

#include <map>
#include <string>
#include <vector>

namespace timestep_lab
{

/// The options that describe a slow PC, as texts. An option that was not given is empty.
struct PcOptions
{
    std::map<std::string_view, std::string> controls; ///< values of options; the key is lab::Control::path
    std::string lag;
    std::string spike;
    std::string recording;
    std::string recording_end = "stop";
};

/// The options that describe lanes (loops with their own worlds), as texts.
struct LaneOptions : PcOptions
{
    std::vector<std::string> set; ///< values of --set, of the form PATH=VALUE
    std::string machine;
    std::vector<std::string> lanes;
};

/// Returns the changes of settings that the options ask for: first those of lab::controls(), in its order, then lag,
/// spike and recording.
std::vector<lab::Change> changes_of(const PcOptions& options);

/// Adds the options that describe lanes (loops with their worlds) to `command`.
void add_lane_options(CLI::App& command, LaneOptions& options);

/// Returns the settings of the lanes (loops with their worlds). There is at least one lane, and all names are
/// different. Throws BadInput for an unknown name (with the nearest valid one), for a value out of range, for options
/// that contradict each other, and for a recording that cannot be read.
std::vector<lab::LaneSetup> make_lanes(const LaneOptions& options);

} // namespace timestep_lab
