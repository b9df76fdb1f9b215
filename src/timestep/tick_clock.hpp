// timestep/tick_clock.hpp -- a clock that only knows whole ticks: microseconds, 100 ns, or milliseconds
#pragma once

#include "timestep/time.hpp"

namespace timestep
{

/// Reads as a counter does: what does not fill a tick is not lost but shows in a later reading.
class TickClock
{
public:
    constexpr explicit TickClock(Nanos tick)
        : tick_{tick}
    {
    }

    constexpr Nanos tick() const { return tick_; }

    /// Whole ticks since the last reading, `time` (not negative) later.
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
