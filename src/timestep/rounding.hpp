// SPDX-License-Identifier: MIT
// timestep/rounding.hpp -- conversions of times that carry their rounding remainder to the next conversion
#pragma once

#include "timestep/time.hpp"

namespace timestep
{

/// Rounds times towards zero to whole nanoseconds; carries the remaining fraction to the next time.
class WholeNanos
{
public:
    /// Adds `seconds` to the carried fraction; returns the whole nanoseconds of the sum. |seconds| must be below 9e9.
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

/// Counts whole ticks of a fixed length, like a hardware counter; carries the remainder to the next call.
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
