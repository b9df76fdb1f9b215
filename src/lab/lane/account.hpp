// lab/lane/account.hpp -- runs a loop without simulating its world, and sums exactly the frame time that the loop
// simulates, carries to later frames, drops, or removes by smoothing the frame times (filter)
//
// The sums and the loop's decisions are those of a lane on the same virtual PC. But no records of frames are kept and
// no metrics are computed. A billion frames take about a minute of computing.
#pragma once

#include "lab/lane/lane_run.hpp"

#include <span>
#include <vector>

namespace lab
{

/// The sums of a loop's times over all frames of a run, in whole nanoseconds.
struct Account
{
    Totals totals{};
    Nanos carried{};        ///< carried (not yet simulated) time at the end of the run minus that at the start
    Nanos wall{};           ///< wall time at the start of the last frame; the run starts at zero
    std::int64_t steps = 0; ///< number of physics steps, including shorter steps with which a loop ends a frame

    /// Frame time that is in none of the sums; zero for a correct loop.
    Nanos missing() const { return totals.given - totals.stepped - carried - totals.dropped - totals.filter_error; }
};

/// Largest absolute value of each time in Account: 146 years. Two such times can be added without overflow.
inline constexpr Nanos max_account_time{std::int64_t{1} << 62};

/// Throws std::runtime_error if the virtual clock does not advance (Standstill), or if a sum or the wall clock exceeds
/// max_account_time.
Account account_of(LaneSetup setup, const RunLength& length);
/// The same for each element of `setups`, in parallel on all CPU cores.
std::vector<Account> accounts_of(std::span<const LaneSetup> setups, const RunLength& length);

} // namespace lab
