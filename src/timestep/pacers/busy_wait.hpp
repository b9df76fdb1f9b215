// timestep/pacers/busy_wait.hpp -- spin until the frame is due
// Source:  "Treatment to cure a broken time step": while (now < next); next += h.
// Promise: as punctual as the clock.
// Price:   a whole core, all the time.
// Breaks:  on a machine with one core to spare, and on a battery.
//   clock   ......!......!......!      looked at without a pause
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

    constexpr bool renders(const StepPlan& /*every frame*/) const { return true; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos /*measured_at*/, const StepPlan& /*plan*/)
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
