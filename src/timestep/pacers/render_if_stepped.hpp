// timestep/pacers/render_if_stepped.hpp -- when nothing happened, nothing is drawn: snooze for a moment instead
// Source:  J. Watte, "Canonical Game Loop": render only if stepped, else sleep a few milliseconds.
// Promise: no picture is drawn twice, and a fast machine stays cool.
// Price:   the frame rate is the step rate at most, and a step is late by up to a nap.
// Breaks:  interpolation has nothing to do: there are no frames between the steps.
//   steps   |----|----|----|
//   clock   zzz zz|zzz zz|zzz      z: naps
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

struct RenderIfStepped
{
    static constexpr std::string_view name = "render-if-stepped";
    static constexpr bool wants_vsync      = false;

    Nanos nap = 2ms; ///< 0.1 ms or more

    constexpr void set_rate(Rate /*is the stepper's*/) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos /*measured_at*/, const StepPlan& plan) const
    {
        if (!renders(plan)) clock.sleep(nap);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<RenderIfStepped, &RenderIfStepped::nap>("nap", "ms", 0.1, 20.0,
                                                                       "How long it sleeps when nothing stepped.")};
    }
};

} // namespace timestep
