// SPDX-License-Identifier: MIT
// timestep/pacers/whole_millis.hpp -- limits the frame rate with sleeps of whole milliseconds
// Source:  pygame, src_c/time.c, clock_tick_base: a frame is (int)(1000 / framerate) ms, minus the whole milliseconds
//          that have passed.
// Promise: the loop sleeps for the whole wait; it never spins.
// Price:   60 frames a second become 62.5, because a period of 16.67 ms is cut to 16 ms.
// Breaks:  above 1,000 frames a second the period is 0 ms, and the loop never waits.
//   clock   0         16        32 ms      lateness is never made up
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

class WholeMillis
{
public:
    static constexpr std::string_view name = "whole-millis";
    static constexpr bool wants_vsync      = false;

    Rate rate = hz(60); ///< frames per second, before the period is rounded down to whole milliseconds

    constexpr WholeMillis() = default;
    constexpr explicit WholeMillis(Rate r)
        : rate{r}
    {
    }

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr bool renders(const StepPlan&) const { return true; }
    /// Returns the time from the start of a frame to the start of the next one: whole milliseconds.
    constexpr Nanos period() const { return 1000 * rate.den / rate.num * 1ms; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan&) const
    {
        for (Nanos now = clock.now(); now >= measured_at; now = clock.now())
        {
            const Nanos left = period() - (now / 1ms - measured_at / 1ms) * 1ms;
            if (left <= Nanos::zero()) return;
            clock.sleep(left);
        }
    }

    static constexpr auto knobs()
    {
        return std::array{knob<WholeMillis, &WholeMillis::rate>("rate", "Hz", 1.0, 1000.0, "Frames per second.")};
    }
};

} // namespace timestep
