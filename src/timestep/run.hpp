// timestep/run.hpp -- the whole loop, for those who do not want to write one
//
//     run(presets::interpolated(), clock, [&](double dt) { world.step(dt); },
//         [&](const StepPlan& plan) { draw(world, plan.alpha); return !window.closed(); });
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Runs frames on `clock`, paced by the loop's pacer, until `step(seconds)` or `render(plan)` returns false; callbacks
/// that return nothing never end it. The first frame takes no time, but for a pacer that waits for it. A frame that the
/// pacer has nothing to show of is not rendered. `refresh_period` is the display's, for the loops that ask for it; zero
/// when unknown.
template <class Loop, Clock C, class Step, class Render>
constexpr void run(Loop loop, C& clock, Step&& step, Render&& render, Nanos refresh_period = {})
{
    Nanos last = clock.now();
    if (waits_first(loop.pacer)) loop.pacer.wait(clock, last, {});
    for (;;)
    {
        const Nanos now     = clock.now();
        const StepPlan plan = loop.plan({.frame = now - last, .refresh_period = refresh_period});
        if (!take_steps(plan, step)) return;
        if (loop.pacer.renders(plan) && !detail::goes_on(render, plan)) return;
        loop.pacer.wait(clock, now, plan);
        last = now;
    }
}

} // namespace timestep
