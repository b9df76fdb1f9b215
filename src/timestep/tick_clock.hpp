// SPDX-License-Identifier: MIT
// timestep/tick_clock.hpp -- a clock that counts whole ticks of 1 us, 100 ns or 1 ms
#pragma once

#include "timestep/time.hpp"

namespace timestep
{

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

    /// Returns the number of whole ticks that the clock counts while `time`, 0 or more, passes.
    constexpr std::int64_t elapsed(Nanos time)
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
