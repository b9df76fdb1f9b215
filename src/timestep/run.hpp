// timestep/run.hpp -- a complete main loop: measures, plans, steps, renders and waits
//
//     run(presets::interpolated(), clock, [&](double dt) { world.step(dt); },
//         [&](const StepPlan& plan) { draw(world, plan.alpha); return !window.closed(); });
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Runs frames on `clock` until `step(seconds)` or `render(plan)` returns false; a callback that returns void never
/// ends the loop. Between frames the loop's pacer waits. The first frame time is about zero; if the pacer waits before
/// the first frame, it is the length of this wait. `render` is skipped in frames that the pacer does not show
/// (pacer.renders() is false). `refresh_period` is the display's refresh period, for the filters and steppers that use
/// it; zero if unknown.
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
