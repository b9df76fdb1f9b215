// SPDX-License-Identifier: MIT
// timestep/rounding.hpp -- conversions of times that add what they round off to the next time
#pragma once

#include "timestep/time.hpp"

namespace timestep
{

/// Rounds each amount of time towards zero to whole nanoseconds and adds the rounded-off fraction to the next amount.
class WholeNanos
{
public:
    /// Adds `seconds` to the fraction of a nanosecond that earlier calls left, and returns the whole nanoseconds of the
    /// sum. |seconds| must be less than 9e9.
    constexpr Nanos take(double seconds)
    {
        const double exact = detail::product(seconds, 1e9) + rest_;
        const auto whole   = static_cast<std::int64_t>(exact);
        rest_              = exact - static_cast<double>(whole);
        return Nanos{whole};
    }

private:
    double rest_ = 0.0;
};

/// Counts whole ticks of a fixed length, like a hardware counter. Time that is less than a tick counts in a later
/// reading.
class TickClock
{
public:
    constexpr explicit TickClock(Nanos tick)
        : tick_{tick}
    {
    }

    constexpr Nanos tick() const { return tick_; }

    /// The number of whole ticks that the clock counts while `time`, 0 or more, passes.
    constexpr std::int64_t advance(Nanos time)
    {
        const std::int64_t ticks = time / tick_;
        const Nanos rest         = rest_ + (time - ticks * tick_);
        const bool one_more      = rest >= tick_;
        rest_                    = one_more ? rest - tick_ : rest;
        return ticks + (one_more ? 1 : 0);
    }

private:
    Nanos tick_;
    Nanos rest_{};
};

} // namespace timestep
