// SPDX-License-Identifier: MIT
// timestep/pacers/until_step.hpp -- waits until the next step is due, so that every frame has at least one step
// Source:  MonoGame, Game.cs, Tick() (naps while 2 ms or more remain, then spins); Doom, TryRunTics, 1993.
// Promise: every picture shows a new state; no picture is drawn twice.
// Price:   the frame rate is the step rate; a faster display shows each picture several times.
// Breaks:  with VSYNC on: then the loop waits for the clock and for the display, and the small difference between the
//          step rate and the refresh rate causes stutter.
//   steps   |----|----|----|
//   frames  |----|----|----|
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Returns the clock reading at which the next step is due. `measured_at` is the clock reading at the start of the
/// frame of `plan`.
constexpr Nanos next_step_at(Nanos measured_at, const StepPlan& plan)
{
    const double left = (1.0 - plan.alpha) * static_cast<double>(plan.dt.count());
    return measured_at + Nanos{static_cast<std::int64_t>(detail::max(left, 0.0)) + 1};
}

class UntilStep
{
public:
    static constexpr std::string_view name = "until-step";
    static constexpr bool wants_vsync      = false;

    Nanos threshold = 2ms; ///< if less time than this is left until the next step, the pacer spins instead of sleeping

    /// Does nothing: the loop's step rate sets the frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan& plan) const
    {
        const Nanos due = next_step_at(measured_at, plan);
        Nanos now       = clock.now();
        // If the clock was set back to a time before this frame, the wait ends here. The next plan then has no step,
        // and the loop waits again.
        while (now < due && now >= measured_at)
        {
            if (due - now >= threshold)
                clock.sleep(1ms);
            else
                clock.spin();
            now = clock.now();
        }
    }

    static constexpr auto knobs()
    {
        return std::array{knob<UntilStep, &UntilStep::threshold>("threshold", "ms", 0.0, 100.0,
                                                                 "No nap is started with less than this to go.")};
    }
};

} // namespace timestep
