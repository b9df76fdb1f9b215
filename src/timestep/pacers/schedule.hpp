// timestep/pacers/schedule.hpp -- when the next frame should begin: the state that the timed pacers share
//   rule      | after a frame that was late by x, the next one is due
//   catch_up  | where it always was: the following frames are shorter until the lateness is made up
//   drift     | a whole period from now: nothing is ever made up, the game is slow by x for good
//   forgive   | as catch_up, but once x passes `blow_threshold` a whole period from now
// Source:  the sleeping and spinning loops of "Treatment to cure a broken time step". Its forgiving version as printed
//          adds the time elapsed and the interval, so that the next frame is due two periods on; not here.
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

/// Deadlines at an exact rate. A clock that runs backwards starts it anew: nobody waits for yesterday.
class Schedule
{
public:
    Rate rate            = hz(60); ///< frames per second
    Late late            = Late::catch_up;
    Nanos blow_threshold = 32ms; ///< for Late::forgive

    constexpr Schedule() = default;
    constexpr explicit Schedule(Rate r, Late rule = Late::catch_up, Nanos threshold = 32ms)
        : rate{r}
        , late{rule}
        , blow_threshold{threshold}
    {
    }

    constexpr void set_rate(Rate r) { rate = r; }

    /// How long to wait yet at `now`; zero or less when the frame is due. The first one is due at once.
    constexpr Nanos left(Nanos now)
    {
        if (!started_ || now < last_seen_) next_ = now;
        started_   = true;
        last_seen_ = now;
        return next_ - now;
    }

    /// The frame begins at `now`: moves the deadline on.
    constexpr void release(Nanos now)
    {
        const Nanos lateness = now - next_;
        if (late == Late::drift || (late == Late::forgive && lateness > blow_threshold)) next_ = now;

        const Scale scale{rate};
        fraction_ += scale.step;
        next_ += scale.whole(fraction_);
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
                                           "Lateness beyond this is forgiven (when late is 2).");
    }

private:
    Nanos next_{}, last_seen_{};
    std::int64_t fraction_ = 0;
    bool started_          = false;
};

} // namespace timestep
