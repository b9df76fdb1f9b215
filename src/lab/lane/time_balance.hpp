// lab/lane/time_balance.hpp -- TimeBalance: exact sums of a loop's simulated, dropped and left-over time
#pragma once

#include "lab/lane/lane_run.hpp"

#include <span>
#include <vector>

namespace lab
{

/// Sums over all frames of a lane (one loop that runs on its PC), such as the simulated and the dropped time.
struct TimeBalance
{
    LaneTotals totals{};
    Nanos carried_time_change{}; ///< carried time at the end of the run minus carried time at its start
    Nanos last_frame_start{}; ///< wall time at the start of the last frame; 0 at the start of the run
    std::int64_t step_count = 0; ///< number of physics steps, including shorter last steps of a frame
    std::optional<ForeignLoopAccount> foreign_account{}; ///< for a loop in another program

    /// Error in the loop's accounting of frame time; zero for a correct loop.
    Nanos unaccounted_time() const
    {
        return totals.frame_time - totals.stepped_time - carried_time_change - totals.dropped_time -
               totals.filter_error;
    }
};

inline constexpr Nanos max_balance_time{std::int64_t{1} << 62};

TimeBalance compute_time_balance(LaneSetup setup, const RunLimits& limits);
std::vector<TimeBalance> compute_time_balances(std::span<const LaneSetup> setups, const RunLimits& limits);

} // namespace lab
