// timestep/pacers/until_step.hpp -- no frame before the next step is due: every frame has at least one
// Source:  MonoGame, Game.cs, Tick() (a nap while 2 ms or more remain, then round again); Doom, TryRunTics, 1993.
// Promise: every picture is a new one, and none is drawn twice.
// Price:   the frame rate is the step rate; a faster display shows each picture several times.
// Breaks:  with VSYNC on as well: two clocks pace one loop, and it stutters where they beat.
//   steps   |----|----|----|
//   frames  |----|----|----|
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// When the first step after `plan`, decided at `measured_at`, is due.
constexpr Nanos next_step_at(Nanos measured_at, const StepPlan& plan)
{
    const double left = (1.0 - plan.alpha) * static_cast<double>(plan.dt.count());
    return measured_at + Nanos{static_cast<std::int64_t>(std::max(left, 0.0)) + 1};
}

class UntilStep
{
public:
    static constexpr std::string_view name = "until-step";
    static constexpr bool wants_vsync      = false;

    Nanos threshold = 2ms; ///< no nap is started with less than this to go

    constexpr void set_rate(Rate /*is the stepper's*/) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan& plan) const
    {
        const Nanos due = next_step_at(measured_at, plan);
        Nanos now       = clock.now();
        // A clock that runs backwards ends the wait: the loop finds out for itself that no step is due.
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
