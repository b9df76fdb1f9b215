// SPDX-License-Identifier: MIT
// timestep/steppers/ebitengine.hpp -- Ebitengine's clock: the due ticks are rounded to the nearest whole number
// Source:  Ebitengine, internal/clock/clock.go: tick = 1 s / TPS in whole nanoseconds; at most 5 ticks, or 5/60 s if
//          this is longer, are due; (due + tick / 2) / tick of them run.
// Promise: a display of about 60 Hz gets one tick in every frame, although its frames are uneven.
// Price:   the game clock leads or lags the wall clock by up to half a tick.
// Breaks:  below 13 frames a second the game slows down.
//   frames  |---|------|-----|----|
//   ticks   |----|----|----|----|      a tick that is due by half runs now
#pragma once

#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

class Ebitengine : public FixedTicks
{
public:
    static constexpr std::string_view name = "ebitengine";
    static constexpr Acts accepts          = Acts::never;

    constexpr Ebitengine()
        : Ebitengine{hz(60)}
    {
    }
    constexpr explicit Ebitengine(Rate r)
        : FixedTicks{r, 1ns, StepRounding::down}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the due time
    /// itself. The carried time is negative after a tick that ran early.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        // 5/60 s in nanoseconds. This much time may be due in a frame even if it is more than 5 ticks.
        constexpr std::int64_t catch_up = 83'333'333;
        const Due due                   = this->due(ticks_of(in.frame));
        const std::int64_t time         = detail::min(due.total(), detail::max(5 * step(), catch_up));
        const std::int64_t ticks        = detail::max<std::int64_t>(time + step() / 2, 0) / step();
        return settle(in.frame, due, {ticks, time - ticks * step()});
    }
};

} // namespace timestep
