// SPDX-License-Identifier: MIT
// timestep/pacers/schedule.hpp -- the schedule of frame starts for the pacers busy_wait, hybrid and sleep_and_yield
//
// Each frame has a slot: the time at which it should begin, one period after the previous slot. The first slot is one
// period after the start of the loop, so these pacers wait before the first frame, too.
//   rule      | the next slot after a frame that was late by x
//   catch_up  | is unchanged: the following frames are shorter until the lateness is made up
//   drift     | is one period from now: lateness is never made up, the game stays x behind
//   forgive   | is the slot of catch_up. But if the frame begins more than `blow_threshold` after the previous slot,
//             | the next slot is two periods from now; if that frame's work ends within one period, it is one period
//             | after the end of the work.
// Source:  the sleeping and spinning loops of "Treatment to cure a broken time step". `forgive` copies an oddity of
//          this article. After a long delay, its loop adds both the time that passed and one interval to the slot, so
//          the slot is in the future. The article's check for an overflowing clock finds this, and sets the slot to the
//          current time.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// The rule that sets the planned start of the next frame after a late frame. The table at the top of this file
/// describes each rule.
enum class Late : std::uint8_t
{
    catch_up,
    drift,
    forgive,
};

/// The planned start times (slots) of frames, at an exact rate. If the clock goes backwards, the schedule starts anew
/// at the clock's new time.
class Schedule
{
public:
    Rate rate = hz(60);         ///< planned number of frames per second
    Late late = Late::catch_up; ///< rule for the schedule after a late frame
    /// For the rule Late::forgive: if a frame begins more than this after the previous slot (planned frame start), the
    /// lateness is not made up.
    Nanos blow_threshold = 32ms;

    constexpr Schedule() = default;
    constexpr explicit Schedule(Rate r, Late rule = Late::catch_up, Nanos threshold = 32ms)
        : rate{r}
        , late{rule}
        , blow_threshold{threshold}
    {
    }

    constexpr void set_rate(Rate r)
    {
        rate      = r;
        fraction_ = 0; // a fraction of a nanosecond, whose unit depends on the rate
    }
    constexpr bool waits_first() const { return true; }

    /// Returns the time from the previous slot (planned frame start) to `now`. On the first call, and if the previous
    /// slot is later than `now`, sets the previous slot to `now` and returns zero.
    constexpr Nanos since(Nanos now)
    {
        if (!started_ || now < slot_) slot_ = now;
        started_ = true;
        return now - slot_;
    }
    /// Returns the time from the previous slot (planned frame start) to the next one: one frame at `rate`. Each result
    /// is in whole nanoseconds, and the average of all results is exact.
    constexpr Nanos period() const
    {
        const Scale scale{rate};
        return scale.whole(fraction_ + scale.step);
    }

    /// Begins the frame at `now` and advances the schedule by one slot (planned frame start).
    constexpr void release(Nanos now)
    {
        const Scale scale{rate};
        const bool forgiven = late == Late::forgive && since(now) > blow_threshold;
        if (late == Late::drift || forgiven) slot_ = now;
        fraction_ += scale.step;
        if (late != Late::drift) slot_ += scale.whole(fraction_);
        fraction_ %= scale.per_ns;
    }

protected:
    template <class T>
    static constexpr auto rate_knob()
    {
        return knob<T, &T::rate>("rate", "Hz", 1.0, 1000.0, "Frames per second.");
    }
    template <class T>
    static constexpr auto late_knob()
    {
        return knob<T, &T::late>("late", "", 0, 2, "A late frame is 0: made up, 1: never made up, 2: forgiven.");
    }
    template <class T>
    static constexpr auto threshold_knob()
    {
        return knob<T, &T::blow_threshold>("blow_threshold", "ms", 1.0, 1000.0,
                                           "So long after the slot before, lateness is forgiven (when late is 2).");
    }

private:
    Nanos slot_{};
    std::int64_t fraction_ = 0;
    bool started_          = false;
};

} // namespace timestep
