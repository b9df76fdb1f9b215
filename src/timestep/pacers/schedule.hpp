// SPDX-License-Identifier: MIT
// timestep/pacers/schedule.hpp -- pacers that begin frames by a schedule of planned start times
// renders(): true if the frame is to be drawn. wait(): delays the next frame. knobs(): its numeric parameters, if any.
#ifndef TIMESTEP_PACERS_SCHEDULE_HPP
#define TIMESTEP_PACERS_SCHEDULE_HPP

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// How the schedule continues after a late frame; Schedule describes each rule.
enum class LateFrameRule : std::uint8_t
{
    catch_up,
    drift,
    catch_up_short,
};

/// Planned start times (slots) of frames at an exact rate. The first slot is one period after the start of the loop.
///   rule           | the slot after a late frame
///   catch_up       | one period after the late frame's slot: the next frames are shorter until the delay is made up
///   drift          | one period after the late frame's start: the delay is never made up
///   catch_up_short | as with catch_up, but a delay over `max_catch_up_delay` is never made up
/// Source:  the article "Treatment To Cure A Broken Time Step"; `catch_up_short` copies an error in its code.
class Schedule
{
public:
    static constexpr bool wants_vsync = false;

    Rate rate;
    LateFrameRule late_frame_rule;
    /// Longest delay after which frames catch up with the schedule, if `late_frame_rule` is catch_up_short.
    Nanos max_catch_up_delay;

    constexpr explicit Schedule(Rate r = hz(60), LateFrameRule rule = LateFrameRule::catch_up, Nanos max_delay = 32ms)
        : rate{r}
        , late_frame_rule{rule}
        , max_catch_up_delay{max_delay}
    {
    }

    constexpr void set_rate(Rate r)
    {
        rate = r;
        slot_remainder_units_ = 0; // its unit depends on the rate
    }
    constexpr bool waits_before_first_frame() const { return true; }
    constexpr bool renders(const StepPlan&) const { return true; }

    /// Starts the schedule at `now` if it has not started yet, or if its newest slot is later.
    constexpr void start_at(Nanos now)
    {
        if (!has_started_ || now < previous_slot_) previous_slot_ = now;
        has_started_ = true;
    }
    constexpr Nanos time_since_slot(Nanos now) const { return now - previous_slot_; }
    /// The next period in whole ns. Periods differ by up to 1 ns, so that their average is exactly 1 / rate.
    constexpr Nanos period() const
    {
        const ExactTimeUnit time_unit{rate};
        return time_unit.to_nanos(slot_remainder_units_ + time_unit.units_per_step);
    }

    /// Advances the schedule to the slot (planned start time) of the frame that begins at `now`, by `late_frame_rule`.
    constexpr void advance_slot(Nanos now)
    {
        const Nanos current_period = period();
        const ExactTimeUnit time_unit{rate};
        slot_remainder_units_ = (slot_remainder_units_ + time_unit.units_per_step) % time_unit.units_per_ns;
        switch (late_frame_rule)
        {
        case LateFrameRule::drift: previous_slot_ = now; return;
        case LateFrameRule::catch_up_short:
            start_at(now);
            if (time_since_slot(now) > max_catch_up_delay) previous_slot_ = now;
            break;
        case LateFrameRule::catch_up: break;
        }
        previous_slot_ += current_period;
    }

protected:
    constexpr Nanos read_clock(Clock auto& clock)
    {
        const Nanos now = clock.now();
        start_at(now);
        return now;
    }
    // Spins until the next slot. Returns the time then.
    constexpr Nanos spin_to_slot(Clock auto& clock, Nanos now)
    {
        for (const Nanos current_period = period(); time_since_slot(now) < current_period; now = read_clock(clock))
            clock.spin();
        return now;
    }

    template <class T>
    static constexpr auto rate_knob()
    {
        return knob<T, &T::rate>("rate", "Hz", 1.0, 1000.0, "Frames per second.");
    }
    template <class T>
    static constexpr auto late_frame_rule_knob()
    {
        return knob<T, &T::late_frame_rule>(
            "late", "", 0, 2,
            "After a late frame, 0: the next frames are shorter until the lost time is made up; 1: lost time is never "
            "made up; 2: lost time is made up after short delays only.");
    }
    template <class T>
    static constexpr auto catch_up_delay_knob()
    {
        return knob<T, &T::max_catch_up_delay>(
            "blow_threshold", "ms", 1.0, 1000.0, // name of max_catch_up_delay in settings
            "If a frame begins more than this time after the planned start of the previous frame, the lost time is not "
            "made up (only if the setting \"late\" is 2).");
    }

private:
    Nanos previous_slot_{};
    std::int64_t slot_remainder_units_ = 0; // in units of 1/ExactTimeUnit::units_per_ns ns
    bool has_started_ = false;
};

/// Waits for the next frame by spinning.
/// Source:  the article "Treatment To Cure A Broken Time Step": while (now < next).
/// Promise: frames are as punctual as the clock.
/// Price:   a whole core is busy all the time.
/// Breaks:  on a machine without a spare core, and on battery power.
///   clock   ......!......!......!      .: spinning, !: a frame begins
class BusyWait : public Schedule
{
public:
    static constexpr std::string_view name = "busy-wait";

    using Schedule::Schedule;

    constexpr void wait(Clock auto& clock, Nanos, const StepPlan&)
    {
        advance_slot(spin_to_slot(clock, read_clock(clock)));
    }

    static constexpr auto knobs()
    {
        using B = BusyWait;
        return std::array{rate_knob<B>(), late_frame_rule_knob<B>(), catch_up_delay_knob<B>()};
    }
};

/// Sleeps for the first part of the interval between two frames, and spins for the rest.
/// Source:  the article "Treatment To Cure A Broken Time Step": sleep(1) until `sleep_threshold` has passed.
/// Promise: frames are punctual if every sleep(1) takes less time than there is from the threshold to the next frame.
/// Price:   the user must guess the threshold: if it is low, the loop mostly spins; if it is high, frames are late.
/// Breaks:  if sleep(1) takes 15 ms, as with Windows' default timer, 60 Hz needs a threshold of at most 1.6 ms.
///   slot    zzz zzz..........!      z: sleeps of 1 ms, .: spinning, !: a frame begins
class SleepAndYield : public Schedule
{
public:
    static constexpr std::string_view name = "sleep-and-yield";

    Nanos sleep_threshold = 6ms; ///< time after the previous slot from which the pacer spins instead of sleeping

    using Schedule::Schedule;

    constexpr void wait(Clock auto& clock, Nanos, const StepPlan&)
    {
        const Nanos spin_start = detail::min(sleep_threshold, period());
        Nanos now = read_clock(clock);
        for (; time_since_slot(now) < spin_start; now = read_clock(clock)) clock.sleep(1ms);
        advance_slot(spin_to_slot(clock, now));
    }

    static constexpr auto knobs()
    {
        using S = SleepAndYield;
        return std::array{
            rate_knob<S>(),
            knob<S, &S::sleep_threshold>(
                "threshold", "ms", 0.0, 100.0,
                "When this time has passed since the planned start of the previous frame, the loop "
                "stops sleeping, and spins until the next frame."),
            late_frame_rule_knob<S>(),
            catch_up_delay_knob<S>(),
        };
    }
};

/// Takes short naps (sleeps) while a nap with the worst recent overshoot would still end in time. Then spins.
/// Source:  a common technique: naps of 1 ms, with the worst overshoot remembered.
/// Promise: frames are as punctual as with spinning, at a few percent of a core, without a threshold to guess.
/// Price:   after a nap with a large overshoot it spins longer. The remembered overshoot halves in about 90 naps.
/// Breaks:  if a nap overshoots more than the remembered worst one, this frame is late.
///   clock   zzz zzz zzz zzz .!      z: naps of 1 ms, .: spinning, !: a frame begins
class Hybrid : public Schedule
{
public:
    static constexpr std::string_view name = "hybrid";

    Nanos nap_length = 1ms; ///< requested length of one sleep, 0.1 ms or more

    using Schedule::Schedule;

    /// Largest time by which a recent sleep was too long.
    constexpr Nanos worst_overshoot() const { return worst_overshoot_; }

    constexpr void wait(Clock auto& clock, Nanos, const StepPlan&)
    {
        const Nanos current_period = period();
        const Nanos requested_nap = detail::checked_at_least(nap_length, 100us);
        Nanos now = read_clock(clock);
        while (current_period - time_since_slot(now) > requested_nap + worst_overshoot_)
        {
            clock.sleep(requested_nap);
            const Nanos wake_time = read_clock(clock);
            record_overshoot(wake_time - now - requested_nap);
            now = wake_time;
        }
        advance_slot(spin_to_slot(clock, now));
    }

    static constexpr auto knobs()
    {
        using H = Hybrid;
        return std::array{
            rate_knob<H>(),
            knob<H, &H::nap_length>("nap", "ms", 0.1, 20.0, "Length of each requested sleep."),
            late_frame_rule_knob<H>(),
            catch_up_delay_knob<H>(),
        };
    }

private:
    constexpr void record_overshoot(Nanos measured)
    {
        worst_overshoot_ = detail::max(measured, detail::max(worst_overshoot_ - worst_overshoot_ / 128, Nanos::zero()));
    }

    Nanos worst_overshoot_ = 100us;
};

} // namespace timestep
#endif
