// lab/lane/account.hpp -- what became of the time that a loop was given, to the nanosecond, and nothing else: no world,
// no samples, no metrics, so that a billion frames take a minute
//
// The same virtual PC, the same decisions and the same sums as those of a lane that runs.
#pragma once

#include "lab/lane/headless.hpp"

#include <span>
#include <vector>

namespace lab
{

struct Account
{
    Totals totals{};
    Nanos carried{};        ///< what the loop carries at the end, less what it carried at the start
    Nanos wall{};           ///< wall clock at the start of the last frame
    std::int64_t ticks = 0; ///< steps of the world that there is none of, shorter ones among them

    /// Time of which nobody knows what became of it. Zero, or a loop's law is broken.
    Nanos missing() const { return totals.in - totals.stepped - carried - totals.dropped - totals.filter_error; }
};

/// Sums beyond this, 146 years either way, are refused: two of them can still be added.
inline constexpr Nanos longest_account{std::int64_t{1} << 62};

/// Throws std::runtime_error when time stands still, and when a sum or the wall clock gets beyond the longest account.
Account account_of(LaneSetup setup, const RunLength& length);
/// On all cores, in the order of the set-ups.
std::vector<Account> accounts_of(std::span<const LaneSetup> setups, const RunLength& length);

} // namespace lab
