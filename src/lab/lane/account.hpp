// lab/lane/account.hpp -- runs a loop without a world and sums up its times exactly: simulated, carried, dropped,
// filtered
//
// It uses the same virtual PC, makes the same decisions and computes the same sums as a lane (a loop with its world),
// but keeps no records of frames and computes no metrics. A billion frames take about a minute.
#pragma once

#include "lab/lane/headless.hpp"

#include <span>
#include <vector>

namespace lab
{

/// The sums of a loop's times over all frames of a run, in whole nanoseconds.
struct Account
{
    Totals totals{};
    Nanos carried{};        ///< carried (not yet simulated) time at the end of the run minus carried time at the start
    Nanos wall{};           ///< wall time at the start of the last frame
    std::int64_t ticks = 0; ///< number of physics steps, including the shorter last steps of frames

    /// Returns the frame time that is missing in the sums: it was neither simulated, carried, dropped nor removed by
    /// the filter that smooths frame times. It is zero for a correct loop.
    Nanos missing() const { return totals.in - totals.stepped - carried - totals.dropped - totals.filter_error; }
};

/// Largest absolute value of a sum in Account: 146 years. Two such sums can be added without overflow.
inline constexpr Nanos longest_account{std::int64_t{1} << 62};

/// Runs the loop of `setup` up to the limits of `length` and returns its sums. Throws std::runtime_error if the virtual
/// clock does not advance (Standstill), or if a sum or the wall clock exceeds longest_account.
Account account_of(LaneSetup setup, const RunLength& length);
/// Runs the loop of each set-up, on all cores. Returns their sums of times in the order of `setups`.
std::vector<Account> accounts_of(std::span<const LaneSetup> setups, const RunLength& length);

} // namespace lab
