// programs/timestep_lab/loop_options.hpp -- the options that describe a loop: --loop NAME, --hz RATE and --set
// AXIS.KNOB=VALUE. AXIS is a part of the loop, such as `overload`, and KNOB a parameter of this part
#pragma once

#include "programs/timestep_lab/options.hpp"
#include "timestep/loop.hpp"

#include <string>
#include <vector>

namespace timestep_lab
{

struct LoopOptions
{
    std::string name = "interpolated";
    std::string hz; ///< step rate in Hz as text; empty for the default of the loop
    /// Values of the option --set: PART=NAME or PART.PARAMETER=VALUE, where PART is a part of the loop.
    std::vector<std::string> set;
};

/// Adds the options that describe a loop to `command`.
void add_loop_options(CLI::App& command, LoopOptions& options);

/// Returns the loop that the options describe. Throws BadInput for an unknown name (with the nearest valid one), for a
/// value out of range, and for options that contradict each other.
timestep::Loop make_loop(const LoopOptions& options);

/// Parses a step rate such as "60", "59.94" or "60000/1001". Throws BadInput, with `flag` as the option's name, if the
/// text is not a rate.
timestep::Rate parse_rate(std::string_view flag, std::string_view text);

} // namespace timestep_lab
