// timestep/pacers/sleep_and_yield.hpp -- nap while there is plenty of time, spin for the rest
// Source:  "Treatment to cure a broken time step": Sleep(1) while more than sleep_threshold remains.
// Promise: punctual, if the threshold is longer than a nap ever overshoots.
// Price:   the threshold is a guess: too long burns the core (6 of 16 ms, every frame), too short is late.
// Breaks:  where a nap of 1 ms takes 15, as Windows' default timer does: the threshold must be as long as that.
//   clock   zzz zzz zzz......!      z: naps of 1 ms, .: spinning
#pragma once

#include "timestep/pacers/schedule.hpp"

namespace timestep
{

class SleepAndYield : public Schedule
{
public:
    static constexpr std::string_view name = "sleep-and-yield";
    static constexpr bool wants_vsync      = false;

    Nanos threshold = 6ms; ///< no nap is started with less than this to go

    using Schedule::Schedule;

    constexpr bool renders(const StepPlan& /*every frame*/) const { return true; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos /*measured_at*/, const StepPlan& /*plan*/)
    {
        Nanos now = clock.now();
        for (; left(now) > threshold; now = clock.now()) clock.sleep(1ms);
        for (; left(now) > Nanos::zero(); now = clock.now()) clock.spin();
        release(now);
    }

    static constexpr auto knobs()
    {
        using S = SleepAndYield;
        return std::array{
            rate_knob<S>(),
            knob<S, &S::threshold>("threshold", "ms", 0.0, 100.0, "No nap is started with less than this to go."),
            late_knob<S>(),
            threshold_knob<S>(),
        };
    }
};

} // namespace timestep
