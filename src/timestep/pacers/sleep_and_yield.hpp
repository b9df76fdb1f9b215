// timestep/pacers/sleep_and_yield.hpp -- nap for the first part of the interval, spin for the rest
// Source:  "Treatment to cure a broken time step": sleep(1) while the last slot is less than sleep_threshold ago.
// Promise: punctual, if what is left after the threshold is longer than a nap ever overshoots.
// Price:   the threshold is a guess: too low burns the core (10 of 16 ms at 6), too high is late.
// Breaks:  where a nap of 1 ms takes 15, as Windows' default timer does: then none may be started at all.
//   slot    zzz zzz..........!      z: naps of 1 ms, .: spinning
#pragma once

#include "timestep/pacers/schedule.hpp"

namespace timestep
{

class SleepAndYield : public Schedule
{
public:
    static constexpr std::string_view name = "sleep-and-yield";
    static constexpr bool wants_vsync      = false;

    Nanos threshold = 6ms; ///< no nap is started later than this after the slot

    using Schedule::Schedule;

    constexpr bool renders(const StepPlan& /*every frame*/) const { return true; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos /*measured_at*/, const StepPlan& /*plan*/)
    {
        const Nanos due     = period();
        const Nanos napping = std::min(threshold, due);
        Nanos now           = clock.now();
        for (; since(now) < napping; now = clock.now()) clock.sleep(1ms);
        for (; since(now) < due; now = clock.now()) clock.spin();
        release(now);
    }

    static constexpr auto knobs()
    {
        using S = SleepAndYield;
        return std::array{
            rate_knob<S>(),
            knob<S, &S::threshold>("threshold", "ms", 0.0, 100.0, "From this long after the last slot on, it spins."),
            late_knob<S>(),
            threshold_knob<S>(),
        };
    }
};

} // namespace timestep
