// SPDX-License-Identifier: MIT
// timestep/pacers/min_frame_time.hpp -- pacers SleepShare and WholeMillis: a minimum frame length
// A late frame delays all later frames.
// renders(): true if the frame is to be drawn. wait(): delays the next frame. knobs(): its numeric parameters, if any.
#ifndef TIMESTEP_PACERS_MIN_FRAME_TIME_HPP
#define TIMESTEP_PACERS_MIN_FRAME_TIME_HPP

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Sleeps for a share of the time left in the frame, spins for the rest.
/// Source:  raylib, src/rcore.c, WaitTime: sleeps for 95 % of the wait.
/// Promise: a frame is on time if its sleep overshoots by at most 5 % of the wait: 0.8 ms for a wait of 16 ms.
/// Price:   a late frame delays all later frames.
/// Breaks:  if a sleep overshoots by more than 5 % of the wait, the frame is late.
///   frame   |work|zzzzzzzzzzzzz..|      z: one sleep, .: spinning
class SleepShare
{
public:
    static constexpr std::string_view name = "sleep-share";
    static constexpr bool wants_vsync = false;

    Rate rate;
    double sleep_share = 0.95; ///< fraction of the wait that the pacer sleeps, 0 to 1

    constexpr explicit SleepShare(Rate r = hz(60))
        : rate{r}
    {
    }

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr bool renders(const StepPlan&) const { return true; }
    /// The intended time between the starts of two successive frames, rounded to the nearest nanosecond.
    constexpr Nanos period() const { return step_ns(rate); }

    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan&) const
    {
        bool may_sleep = true;
        const Nanos due_time = frame_start + period();
        for (Nanos now = clock.now(); now < due_time && now >= frame_start; now = clock.now())
        {
            const Nanos nap{static_cast<std::int64_t>(static_cast<double>((due_time - now).count()) * sleep_share)};
            if (may_sleep && nap > Nanos::zero())
                clock.sleep(nap);
            else
                clock.spin();
            may_sleep = false;
        }
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<SleepShare, &SleepShare::rate>("rate", "Hz", 1.0, 1000.0, "Frames per second."),
            knob<SleepShare, &SleepShare::sleep_share>(
                "share", "", 0.0, 1.0, "Share of the wait that the loop sleeps; the loop spins for the rest."),
        };
    }
};

/// Limits the frame rate with sleeps of whole milliseconds.
/// Source:  pygame, src_c/time.c, clock_tick_base: a frame lasts (int)(1000 / framerate) ms.
/// Promise: the loop sleeps for the whole wait; it never spins.
/// Price:   60 fps become 62.5 fps: the period of 16.67 ms is cut to 16 ms. A late frame delays all later frames.
/// Breaks:  above 1,000 frames a second the period is 0 ms, and the loop never waits.
///   clock   0         16        32 ms
class WholeMillis
{
public:
    static constexpr std::string_view name = "whole-millis";
    static constexpr bool wants_vsync = false;

    Rate rate; ///< frames per second, before the period is rounded down to whole milliseconds

    constexpr explicit WholeMillis(Rate r = hz(60))
        : rate{r}
    {
    }

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr bool renders(const StepPlan&) const { return true; }
    /// The intended time between the starts of two successive frames, rounded down to whole milliseconds.
    constexpr Nanos period() const { return 1000 * rate.den / rate.num * 1ms; }

    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan&) const
    {
        for (Nanos now = clock.now(); now >= frame_start; now = clock.now())
        {
            const Nanos time_left = period() - (now / 1ms - frame_start / 1ms) * 1ms;
            if (time_left <= Nanos::zero()) return;
            clock.sleep(time_left);
        }
    }

    static constexpr auto knobs()
    {
        return std::array{knob<WholeMillis, &WholeMillis::rate>("rate", "Hz", 1.0, 1000.0, "Frames per second.")};
    }
};

} // namespace timestep
#endif
