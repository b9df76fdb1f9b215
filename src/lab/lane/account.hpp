// lab/lane/account.hpp -- computes a loop's time balance: exact sums of the frame time that the loop simulates,
// carries, drops, or removes by its delta filter
//
// The loop runs on a virtual PC without a world. Its decisions and sums are those of a Lane on the same PC, but no
// frame records and no metrics are computed. A billion frames take about a minute to compute.
#pragma once

#include "lab/lane/lane_run.hpp"

#include <span>
#include <vector>

namespace lab
{

/// A loop's time balance: sums over all frames of a run, in whole nanoseconds.
struct TimeBalance
{
    Totals totals{};
    Nanos carried{};             ///< carried time at the end of the run minus carried time at the start of the run
    Nanos wall_time{};           ///< wall time at the start of the last frame; the run starts at zero
    std::int64_t step_count = 0; ///< number of physics steps, including shorter steps with which a loop ends a frame

    /// Given frame time that is missing from the other sums; zero for a correct loop.
    Nanos missing_time() const
    {
        return totals.given - totals.stepped - carried - totals.dropped - totals.filter_error;
    }
};

/// Largest absolute value of `wall_time` and of the times in `totals`: 2^62 ns, 146 years. The sum of two such times
/// overflows only if both are 2^62 ns.
inline constexpr Nanos max_balance_time{std::int64_t{1} << 62};

/// Throws std::runtime_error if the virtual clock does not advance (StandstillDetector), or if the absolute value of a
/// sum or of the wall clock exceeds max_balance_time.
TimeBalance compute_time_balance(LaneSetup setup, const RunLimits& limits);
/// Calls compute_time_balance() for each element of `setups`, in parallel on all CPU cores.
std::vector<TimeBalance> compute_time_balances(std::span<const LaneSetup> setups, const RunLimits& limits);

} // namespace lab
