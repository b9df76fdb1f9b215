// SPDX-License-Identifier: MIT
// timestep/pacers/next_step.hpp -- pacers that draw only frames with a step; all but RenderIfStepped wait until the
// next step is due
// renders(): true if the frame is to be drawn. wait(): delays the next frame. knobs(): its numeric parameters, if any.
#ifndef TIMESTEP_PACERS_NEXT_STEP_HPP
#define TIMESTEP_PACERS_NEXT_STEP_HPP

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// The clock reading at which the next step is due. `frame_start` is the clock reading at the start of the frame.
constexpr Nanos next_step_due_time(Nanos frame_start, const StepPlan& plan)
{
    const double time_left_ns = (1.0 - plan.alpha) * static_cast<double>(plan.dt.count());
    return frame_start + Nanos{static_cast<std::int64_t>(detail::max(time_left_ns, 0.0)) + 1};
}

/// Waits until the next step is due, so that every frame has at least one step.
/// Source:  MonoGame, Game.cs, Tick() (naps while 2 ms or more remain, then spins); Doom, TryRunTics, 1993.
/// Promise: every displayed frame shows a new state; no state is drawn twice.
/// Price:   the frame rate is the step rate; a faster display shows each frame several times.
/// Breaks:  with VSYNC, the motion stutters if step rate and refresh rate differ.
///   steps   |----|----|----|
///   frames  |----|----|----|
class UntilStep
{
public:
    static constexpr std::string_view name = "until-step";
    static constexpr bool wants_vsync = false;
    static constexpr bool waits_for_steps = true;

    Nanos spin_threshold = 2ms; ///< if the next step is due sooner than this, the pacer spins instead of sleeping

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }

    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan& plan) const
    {
        const Nanos due_time = next_step_due_time(frame_start, plan);
        Nanos now = clock.now();
        // If the clock is set back to before this frame, the wait ends, and the next frame has no step.
        while (now < due_time && now >= frame_start)
        {
            if (due_time - now >= spin_threshold)
                clock.sleep(1ms);
            else
                clock.spin();
            now = clock.now();
        }
    }

    static constexpr auto knobs()
    {
        return std::array{knob<UntilStep, &UntilStep::spin_threshold>(
            "threshold", "ms", 0.0, 100.0,
            "If the next step is due within this time, the loop spins instead of sleeping.")};
    }
};

/// Waits for the next step: naps (short sleeps) while the longest nap so far would end in time, then spins.
/// Source:  FNA, src/Game.cs, Tick() and UpdateEstimatedSleepPrecision. As in FNA, one long nap is remembered forever.
/// Promise: every frame has a step, on time, and most of the wait is spent sleeping.
/// Price:   the frame rate is the step rate.
/// Breaks:  after one nap of 4 ms, every later wait spins for its last 3 to 4 ms.
///   steps   |----|----|----|
///   clock   zzz..zzz..zzz..      z: naps of 1 ms, .: spinning
class FnaSleep
{
public:
    static constexpr std::string_view name = "fna-sleep";
    static constexpr bool wants_vsync = false;
    static constexpr bool waits_for_steps = true;

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    /// The longest measured sleep so far, rounded down to a multiple of 100 ns and clamped to the range 1 ms to 4 ms.
    constexpr Nanos longest_nap() const { return longest_nap_; }

    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan& plan)
    {
        const Nanos due_time = next_step_due_time(frame_start, plan);
        Nanos now = clock.now();
        while (now + longest_nap_ < due_time && now >= frame_start)
        {
            clock.sleep(1ms);
            const Nanos wake_time = clock.now();
            longest_nap_ = detail::max(longest_nap_, detail::min<Nanos>((wake_time - now) / 100ns * 100ns, 4ms));
            now = wake_time;
        }
        for (; now < due_time && now >= frame_start; now = clock.now()) clock.spin();
    }

private:
    Nanos longest_nap_ = 1ms;
};

/// Waits for the next step: one sleep, then a short spin. Only for games whose time runs as fast as wall time.
/// Source:  one sleep to an absolute deadline, as in real-time programs (clock_nanosleep with TIMER_ABSTIME).
/// Promise: one wake-up for each step, no step is early, and a spin takes at most `max_spin`.
/// Price:   the frame rate is the step rate. A step is late if a sleep overshoots more than the estimated margin.
/// Breaks:  if most sleeps overshoot by more than 0.5 ms, as with Windows' default timer, most steps are late.
///   steps   |----------|----------|
///   clock   zzzzzzzzz..zzzzzzzzz..      z: one sleep, .: spinning
class Adaptive
{
public:
    static constexpr std::string_view name = "adaptive";
    static constexpr bool wants_vsync = false;
    static constexpr bool waits_for_steps = true;

    Nanos max_spin = 500us; ///< longest spin before a step, 0 or more

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    /// How long before the next step the sleep is planned to end: a reserve for late wake-ups, at most `max_spin`.
    constexpr Nanos spin_margin() const { return detail::min(spin_margin_, max_spin); }

    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan& plan)
    {
        const Nanos due_time = frame_start + plan.time_to_next_step();
        Nanos now = clock.now();
        // `now` is earlier than `frame_start` only if the clock was set back. In this case, there is no wait.
        if (const Nanos sleep_time = due_time - now - spin_margin(); sleep_time > Nanos::zero() && now >= frame_start)
        {
            clock.sleep(sleep_time);
            const Nanos wake_time = clock.now();
            adjust_spin_margin(wake_time - now - sleep_time);
            now = wake_time;
        }
        for (; now < due_time && now >= frame_start; now = clock.now()) clock.spin();
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Adaptive, &Adaptive::max_spin>(
            "most_spin", "us", 0.0, 20000.0,
            "Longest time that the loop spins (reads the clock again and again) before a step.")};
    }

private:
    // Adjusts the margin for late wake-ups so that about 16 of 17 sleeps end in time.
    constexpr void adjust_spin_margin(Nanos overshoot)
    {
        const Nanos change = spin_margin_ / 16 + 1us;
        spin_margin_ += overshoot > spin_margin_ ? change : -change / 16;
        spin_margin_ = detail::clamp<Nanos>(spin_margin_, 1us, 20ms);
    }

    Nanos spin_margin_ = 100us;
};

/// Draws only frames with a step; after a frame without a step it sleeps briefly.
/// Source:  J. Watte, "Canonical Game Loop": render only if stepped, else sleep a few milliseconds.
/// Promise: no frame is drawn twice, and a fast machine sleeps most of the time.
/// Price:   the frame rate is at most the step rate, and a step is late by up to a nap.
/// Breaks:  interpolation has no use, because no frame is drawn between two steps.
///   steps   |----|----|----|
///   clock   zzz zz|zzz zz|zzz      z: naps
struct RenderIfStepped
{
    static constexpr std::string_view name = "render-if-stepped";
    static constexpr bool wants_vsync = false;
    static constexpr bool waits_for_steps = true;

    Nanos nap_length = 2ms; ///< length of a sleep, 0.1 ms or more

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }

    constexpr void wait(Clock auto& clock, Nanos, const StepPlan& plan) const
    {
        if (!renders(plan)) clock.sleep(detail::checked_at_least(nap_length, 100us));
    }

    static constexpr auto knobs()
    {
        return std::array{knob<RenderIfStepped, &RenderIfStepped::nap_length>(
            "nap", "ms", 0.1, 20.0, "Length of the sleep after a frame without a step.")};
    }
};

} // namespace timestep
#endif
