// programs/timestep_lab/run_account.hpp -- timestep_lab run --account: what became of the time of each lane, and how
// fast that was found
#pragma once

#include "lab/lane/headless.hpp"

#include <span>

namespace timestep_lab
{

/// On the standard error it says at what rate frames were computed. Throws std::runtime_error when time is missing: a
/// loop's law is broken.
void print_accounts(std::span<const lab::LaneSetup> setups, const lab::RunLength& length, bool json);

} // namespace timestep_lab
