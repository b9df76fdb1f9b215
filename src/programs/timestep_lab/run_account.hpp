// programs/timestep_lab/run_account.hpp -- `timestep_lab run --account`: prints for each loop the sums of simulated,
// carried and dropped time
#pragma once

#include "lab/lane/headless.hpp"

#include <span>

namespace timestep_lab
{

/// Runs the loops of all lanes without their worlds, and prints the sums of their times in nanoseconds. Prints the
/// number of frames per second of computing to the standard error. Throws std::runtime_error if the sum of the frame
/// times is not equal to stepped + carried + dropped + filter error (measured frame times minus the frame times that
/// count, after the loop's filter and its rounding).
void print_accounts(std::span<const lab::LaneSetup> setups, const lab::RunLength& length, bool json);

} // namespace timestep_lab
