// timestep/pacers/schedule.hpp -- when the next frame should begin: the state that the timed pacers share
//
// A frame has a slot: the moment at which it should begin, a whole period after the slot before. The first one is a
// period after the loop was started, so these pacers wait before the first frame, too.
//   rule      | after a frame that was late by x, the next slot is
//   catch_up  | where it always was: the following frames are shorter until the lateness is made up
//   drift     | a period from now: nothing is ever made up, the game is slow by x for good
//   forgive   | as catch_up, but more than `blow_threshold` after the slot before, two periods from now; and if that
//             | frame's work is done within one period, one period from then
// Source:  the sleeping and spinning loops of "Treatment to cure a broken time step". What its forgiving version
//          does is kept: it adds the time elapsed and then the interval as well, and its guard against a clock that
//          wrapped starts anew from a slot that lies ahead.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// What becomes of the schedule when a frame is late.
enum class Late : std::uint8_t
{
    catch_up,
    drift,
    forgive,
};

/// Slots at an exact rate. A clock that runs backwards starts it anew: nobody waits for yesterday.
class Schedule
{
public:
    Rate rate            = hz(60); ///< frames per second
    Late late            = Late::catch_up;
    Nanos blow_threshold = 32ms; ///< since the slot before, for Late::forgive

    constexpr Schedule() = default;
    constexpr explicit Schedule(Rate r, Late rule = Late::catch_up, Nanos threshold = 32ms)
        : rate{r}
        , late{rule}
        , blow_threshold{threshold}
    {
    }

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr bool waits_first() const { return true; }

    /// How long the slot before is ago at `now`. The first time, and when that slot lies ahead, it is now.
    constexpr Nanos since(Nanos now)
    {
        if (!started_ || now < slot_) slot_ = now;
        started_ = true;
        return now - slot_;
    }
    /// From the slot before to the next: one frame at `rate`, to the nanosecond on the average.
    constexpr Nanos period() const
    {
        const Scale scale{rate};
        return scale.whole(fraction_ + scale.step);
    }

    /// The frame begins at `now`: its slot is the one before from now on.
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
