// SPDX-License-Identifier: MIT
// timestep/pacers/busy_wait.hpp -- waits for the next frame by spinning
// Source:  "Treatment to cure a broken time step": while (now < next); next += h, where h is the frame's interval.
// Promise: frames are as punctual as the clock.
// Price:   a whole core is busy all the time.
// Breaks:  on a machine without a spare core, and on battery power.
//   clock   ......!......!......!      .: spinning, !: a frame begins
#pragma once

#include "timestep/pacers/schedule.hpp"

namespace timestep
{

class BusyWait : public Schedule
{
public:
    static constexpr std::string_view name = "busy-wait";
    static constexpr bool wants_vsync      = false;

    using Schedule::Schedule;

    constexpr bool renders(const StepPlan&) const { return true; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos, const StepPlan&)
    {
        const Nanos due = period();
        Nanos now       = clock.now();
        for (; since(now) < due; now = clock.now()) clock.spin();
        release(now);
    }

    static constexpr auto knobs()
    {
        using B = BusyWait;
        return std::array{rate_knob<B>(), late_knob<B>(), threshold_knob<B>()};
    }
};

} // namespace timestep
