// programs/timestep_lab/lane_options.hpp -- command-line options that choose game loops and simulate a slow PC
#pragma once

#include "lab/settings/lane_setup.hpp"
#include "programs/command_line/options.hpp"
#include "timestep/preset.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace timestep_lab
{

struct LoopOptions
{
    std::string preset_name = "interpolated";
    std::string step_rate; ///< in Hz, as typed; empty for the loop's default
    /// Values of the option --set: PART=NAME or PART.PARAMETER=VALUE, where PART is a part of the loop.
    std::vector<std::string> loop_assignments;
};

/// The options for a simulated slow PC, as typed. An option that the user did not give is empty.
struct PcOptions
{
    command_line::ControlOptionValues control_values;
    std::string lag;
    std::string spike;
    std::string recording_file; ///< the recording whose frame times the loops get
    std::string recording_end = "stop"; ///< what the loops do at the end of the recording: "stop" or "loop"
};

struct LaneOptions : PcOptions
{
    std::vector<std::string> setting_assignments; ///< values of --set, of the form PATH=VALUE
    std::string machine_name; ///< name of a preset of the simulated PC; empty for the default PC
    std::vector<std::string> lane_flag_values; ///< values of --lane
    std::vector<std::string> lane_command_words; ///< values of --lane-command
};

void add_loop_options(CLI::App& command, LoopOptions& options);
/// Throws BadInput if an option is invalid.
timestep::Loop parse_loop(const LoopOptions& options);

/// Splits a value of --set, such as "overload.limit=100ms". Throws BadInput if it does not contain '='.
lab::Assignment parse_assignment(std::string_view text);
/// Converts all non-empty options to assignments of settings.
std::vector<lab::Assignment> assignments_of_pc_options(const PcOptions& options);

/// Adds the option --lane-command, for a loop that another program runs.
void add_lane_command_option(CLI::App& command, std::vector<std::string>& words);
/// Returns the programs of --lane-command with their arguments. If there are any, a stop signal no longer ends this
/// program at once, so that it can end those programs.
std::vector<std::vector<std::string>> parse_lane_commands(const std::vector<std::string>& words);
/// As parse_lane_commands(), for a command that takes at most one: empty if there is none.
std::vector<std::string> parse_lane_command(const std::vector<std::string>& words);

/// Adds the option --lane, for one loop with settings of its own, and the options that apply to all
/// loops.
void add_lane_options(CLI::App& command, LaneOptions& options);
/// Returns at least one loop with its settings; all names differ. Throws BadInput if an option is invalid.
std::vector<lab::LaneSetup> parse_lane_setups(const LaneOptions& options);

} // namespace timestep_lab
