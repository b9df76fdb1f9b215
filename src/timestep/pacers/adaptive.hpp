// SPDX-License-Identifier: MIT
// timestep/pacers/adaptive.hpp -- waits until the next step is due: one sleep, then a short spin of learnt length
// Source:  an absolute deadline and one sleep for each step, as in real-time programs (clock_nanosleep with
//          TIMER_ABSTIME). The sleep is to end before the step by a margin, learnt from how late earlier sleeps ended.
// Promise: one wake-up for each step, every frame has a step, and no step is early. The spin takes 0.5 ms at most,
//          which is at most 1 % of a core at 20 steps a second.
// Price:   the frame rate is the step rate. A step is late if a sleep overshoots more than the learnt margin.
// Breaks:  if most sleeps overshoot by more than 0.5 ms, as with Windows' default timer: then most steps are late.
//   steps   |----------|----------|
//   clock   zzzzzzzzz..zzzzzzzzz..      z: one sleep, .: spinning
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

#include <array>

namespace timestep
{

/// A pacer that waits until the next step is due on the wall clock. If game time passes faster or slower than wall time
/// (GameClock::speed), wait for StepTimes::next_step_in() instead.
class Adaptive
{
public:
    static constexpr std::string_view name = "adaptive";
    static constexpr bool wants_vsync      = false;

    Nanos most_spin = 500us; ///< longest spin (busy wait) before a step, 0 or more

    /// Does nothing: the loop's step rate sets the frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    /// Returns the learnt margin: the time before a step at which the sleep is to end. About 1 of 17 sleeps ends later
    /// than requested by more than the margin.
    constexpr Nanos margin() const { return detail::min(margin_, most_spin); }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan& plan)
    {
        const Nanos due = measured_at + plan.next_step_in();
        Nanos now       = clock.now();
        // If the clock was set back to a time before this frame, the wait ends here. The next plan then has no step,
        // and the loop waits again.
        if (const Nanos asked = due - now - margin(); asked > Nanos::zero() && now >= measured_at)
        {
            clock.sleep(asked);
            const Nanos woken = clock.now();
            learn(woken - now - asked);
            now = woken;
        }
        for (; now < due && now >= measured_at; now = clock.now()) clock.spin();
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<Adaptive, &Adaptive::most_spin>("most_spin", "us", 0.0, 20000.0, "The longest spin before a step.")};
    }

private:
    // After a sleep that overshot by more than the margin, raises the margin by 1/16 of itself plus 1 us; otherwise
    // lowers it by 1/16 of this amount. So the margin settles where 1 of 17 sleeps overshoots by more than the margin,
    // and a single long overshoot has little effect.
    constexpr void learn(Nanos overshoot)
    {
        const Nanos move = margin_ / 16 + 1us;
        margin_ += overshoot > margin_ ? move : -move / 16;
        margin_ = detail::clamp<Nanos>(margin_, 1us, 20ms);
    }

    Nanos margin_ = 100us;
};

} // namespace timestep
