// SPDX-License-Identifier: MIT
// timestep/pacers/render_if_stepped.hpp -- draws only frames with a step; in other frames it sleeps briefly
// Source:  J. Watte, "Canonical Game Loop": render only if stepped, else sleep a few milliseconds.
// Promise: no picture is drawn twice, and a fast machine sleeps most of the time.
// Price:   the frame rate is at most the step rate, and a step is late by up to a nap.
// Breaks:  with interpolation: no frame is drawn between two steps, so interpolation has no use.
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

    Nanos nap = 2ms; ///< length of a sleep, 0.1 ms or more

    /// Does nothing: the loop's step rate limits the frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos, const StepPlan& plan) const
    {
        if (!renders(plan)) clock.sleep(detail::at_least(nap, 100us));
    }

    static constexpr auto knobs()
    {
        return std::array{knob<RenderIfStepped, &RenderIfStepped::nap>("nap", "ms", 0.1, 20.0,
                                                                       "How long it sleeps when nothing stepped.")};
    }
};

} // namespace timestep
