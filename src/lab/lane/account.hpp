// lab/lane/account.hpp -- runs a loop without a world and sums up its frame time exactly: stepped, carried, dropped,
// filtered
//
// It uses the same virtual PC, makes the same decisions and computes the same sums as a lane, but keeps no samples and
// no metrics. A billion frames take about a minute.
#pragma once

#include "lab/lane/headless.hpp"

#include <span>
#include <vector>

namespace lab
{

/// Sums over all frames of a run, in whole nanoseconds.
struct Account
{
    Totals totals{};
    Nanos carried{};        ///< carried time at the end minus carried time at the start
    Nanos wall{};           ///< wall clock at the start of the last frame
    std::int64_t ticks = 0; ///< number of steps, including shorter last steps

    /// Returns the frame time that is neither stepped, carried, dropped nor filtered away. It is zero for a correct
    /// loop.
    Nanos missing() const { return totals.in - totals.stepped - carried - totals.dropped - totals.filter_error; }
};

/// Largest absolute value of a sum: 146 years. Two such sums can be added without overflow.
inline constexpr Nanos longest_account{std::int64_t{1} << 62};

/// Runs the loop of `setup`. Throws std::runtime_error if the virtual clock does not advance (Standstill), or if a sum
/// or the wall clock exceeds longest_account.
Account account_of(LaneSetup setup, const RunLength& length);
/// Runs the loops on all cores. The results are in the order of the set-ups.
std::vector<Account> accounts_of(std::span<const LaneSetup> setups, const RunLength& length);

} // namespace lab
