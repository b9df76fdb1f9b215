// SPDX-License-Identifier: MIT
// timestep/pacers/hybrid.hpp -- takes short naps (sleeps) while even a nap with the worst recent overshoot would end in
// time, then spins
// Source:  a common technique: naps of 1 ms, with the worst overshoot remembered.
// Promise: frames are late by 0.05 us (median, idle core): as punctual as spinning, at a few percent of a core. No
//          threshold has to be set: the pacer measures the overshoot on each machine.
// Price:   after a nap with a large overshoot it spins longer. The remembered overshoot halves in about 90 naps.
// Breaks:  if a nap overshoots more than the remembered worst one, this frame is late.
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

    Nanos nap = 1ms; ///< length of one sleep that is requested from the clock, 0.1 ms or more

    using Schedule::Schedule;

    constexpr bool renders(const StepPlan&) const { return true; }
    /// Returns the time by which the worst recent nap (a short sleep) was too long. Each nap lowers this value by
    /// 1/128.
    constexpr Nanos overshoot() const { return overshoot_; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos, const StepPlan&)
    {
        const Nanos due   = period();
        const Nanos asked = detail::at_least(nap, 100us);
        Nanos now         = clock.now();
        while (due - since(now) > asked + overshoot_)
        {
            clock.sleep(asked);
            const Nanos woken = clock.now();
            learn(woken - now - asked);
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
    constexpr void learn(Nanos by)
    {
        overshoot_ = detail::max(by, detail::max(overshoot_ - overshoot_ / 128, Nanos::zero()));
    }

    Nanos overshoot_ = 100us;
};

} // namespace timestep
