// SPDX-License-Identifier: MIT
// timestep/pacers/sleep_and_yield.hpp -- sleeps for the first part of the interval, spins for the rest
// Source:  "Treatment to cure a broken time step": sleep(1) until sleep_threshold after the last slot (planned frame
//          start).
// Promise: frames are punctual if the time after the threshold is longer than the overshoot of every nap.
// Price:   the threshold is a guess. If it is too low, the core spins for long (with 6 ms, for 10 of 16 ms); if it is
//          too high, frames are late.
// Breaks:  if a nap of 1 ms takes 15 ms, as with Windows' default timer: then only a threshold of 0 is punctual.
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

    /// Time after the previous slot (planned frame start) from which the pacer spins instead of sleeping.
    Nanos threshold = 6ms;

    using Schedule::Schedule;

    constexpr bool renders(const StepPlan&) const { return true; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos, const StepPlan&)
    {
        const Nanos due     = period();
        const Nanos napping = detail::min(threshold, due);
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
