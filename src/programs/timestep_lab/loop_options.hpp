// programs/timestep_lab/loop_options.hpp -- a loop as it is asked for on the command line: --loop NAME [--hz R] [--set
// AXIS.KNOB=VALUE]...
#pragma once

#include "timestep/loop.hpp"

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

struct LoopOptions
{
    std::string name = "interpolated";
    std::string hz;               ///< empty for the preset's own rate
    std::vector<std::string> set; ///< AXIS=NAME or AXIS.KNOB=VALUE
};

void add_loop_options(CLI::App& command, LoopOptions& options);

/// The loop that was asked for. Throws BadInput, with the nearest valid choice, for what does not exist, is out of
/// range or makes no sense together.
timestep::Loop make_loop(const LoopOptions& options);

/// "59.94" and the like; throws BadInput naming `flag`.
timestep::Rate parse_rate(std::string_view flag, std::string_view text);

} // namespace timestep_lab
