// timestep/pacers/hybrid.hpp -- nap as long as the worst nap so far would still be in time, then spin
// Source:  the usual cure: naps of 1 ms, their worst overshoot remembered.
// Promise: late by 0.05 us at the median of a quiet core; as punctual as spinning, at a few percent of a core,
//          on any machine: the threshold finds itself.
// Price:   one nap that overshoots badly makes it spin more, until that is forgotten (half in about 90 naps).
// Breaks:  a nap that overshoots by more than ever before is late, once.
//   clock   zzz zzz zzz zzz .!      z: naps of 1 ms, .: spinning
#pragma once

#include "timestep/pacers/schedule.hpp"

namespace timestep
{

class Hybrid : public Schedule
{
public:
    static constexpr std::string_view name = "hybrid";
    static constexpr bool wants_vsync      = false;

    Nanos nap = 1ms; ///< asked of the clock at once

    using Schedule::Schedule;

    constexpr bool renders(const StepPlan& /*every frame*/) const { return true; }
    /// The worst that a nap has overshot lately.
    constexpr Nanos overshoot() const { return overshoot_; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos /*measured_at*/, const StepPlan& /*plan*/)
    {
        const Nanos due = period();
        Nanos now       = clock.now();
        while (due - since(now) > nap + overshoot_)
        {
            clock.sleep(nap);
            const Nanos woken = clock.now();
            learn(woken - now - nap);
            now = woken;
        }
        for (; since(now) < due; now = clock.now()) clock.spin();
        release(now);
    }

    static constexpr auto knobs()
    {
        using H = Hybrid;
        return std::array{
            rate_knob<H>(),
            knob<H, &H::nap>("nap", "ms", 0.1, 20.0, "How long a nap is asked for."),
            late_knob<H>(),
            threshold_knob<H>(),
        };
    }

private:
    constexpr void learn(Nanos by) { overshoot_ = std::max({by, overshoot_ - overshoot_ / 128, Nanos::zero()}); }

    Nanos overshoot_ = 100us;
};

} // namespace timestep
