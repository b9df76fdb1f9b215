// programs/timestep_lab/run_account.hpp -- `timestep_lab run --account`: prints each lane's sums of stepped, carried
// and dropped time
#pragma once

#include "lab/lane/headless.hpp"

#include <span>

namespace timestep_lab
{

/// Runs the lanes without worlds and prints the sums of their times in nanoseconds. Prints the number of frames
/// computed per second on the standard error. Throws std::runtime_error if frame time in differs from stepped + carried
/// + dropped + filter error.
void print_accounts(std::span<const lab::LaneSetup> setups, const lab::RunLength& length, bool json);

} // namespace timestep_lab
