// SPDX-License-Identifier: MIT
// timestep/pacers/sleep_share.hpp -- sleeps for a share of the time left in the frame, spins for the rest
// Source:  raylib, src/rcore.c, WaitTime: sleeps for 95 % of the wait, then compares clock readings until it is over.
// Promise: frames are on time if a sleep of up to 16 ms ends less than 5 % late.
// Price:   a frame that is late makes all later frames late: lateness is never made up.
// Breaks:  when sleeps end much later than asked for: then each frame is late by about this time.
//   frame   |work|zzzzzzzzzzzzz..|      z: one sleep, .: spinning
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

class SleepShare
{
public:
    static constexpr std::string_view name = "sleep-share";
    static constexpr bool wants_vsync      = false;

    Rate rate    = hz(60); ///< planned number of frames per second
    double share = 0.95;   ///< share of the wait that is slept, 0 to 1

    constexpr SleepShare() = default;
    constexpr explicit SleepShare(Rate r)
        : rate{r}
    {
    }

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr bool renders(const StepPlan&) const { return true; }
    /// Returns the time from the start of a frame to the start of the next one, rounded to the nearest nanosecond.
    constexpr Nanos period() const { return step_ns(rate); }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan&) const
    {
        bool slept      = false;
        const Nanos due = measured_at + period();
        for (Nanos now = clock.now(); now < due && now >= measured_at; now = clock.now())
        {
            const Nanos nap{static_cast<std::int64_t>(static_cast<double>((due - now).count()) * share)};
            if (!slept && nap > Nanos::zero())
                clock.sleep(nap);
            else
                clock.spin();
            slept = true;
        }
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<SleepShare, &SleepShare::rate>("rate", "Hz", 1.0, 1000.0, "Frames per second."),
            knob<SleepShare, &SleepShare::share>("share", "", 0.0, 1.0, "How much of the wait it sleeps."),
        };
    }
};

} // namespace timestep
