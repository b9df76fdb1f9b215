// timestep/run.hpp -- the whole loop, for those who do not want to write one
//
//     run(presets::interpolated(), clock, [&](double dt) { world.step(dt); },
//         [&](const StepPlan& plan) { draw(world, plan.alpha); return !window.closed(); });
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

#include <concepts>
#include <utility>

namespace timestep
{

namespace detail
{
// A callback that returns nothing never ends the loop; one that returns bool ends it with false.
template <class F, class... Args>
constexpr bool goes_on(F& f, Args&&... args)
{
    if constexpr (std::same_as<decltype(f(std::forward<Args>(args)...)), void>)
    {
        f(std::forward<Args>(args)...);
        return true;
    }
    else
        return static_cast<bool>(f(std::forward<Args>(args)...));
}
} // namespace detail

/// Carries the steps of `plan` out: `step(seconds)` for each. False as soon as `step` returned false.
template <class Step>
constexpr bool take_steps(const StepPlan& plan, Step&& step)
{
    for (std::int64_t i = 0; i < plan.steps; ++i)
        if (!detail::goes_on(step, plan.dt_seconds)) return false;
    return plan.tail == Nanos::zero() || detail::goes_on(step, to_seconds(plan.tail));
}

/// Runs frames on `clock`, paced by the loop's pacer, until `step(seconds)` or `render(plan)` returns false; callbacks
/// that return nothing never end it. The first frame takes no time. A frame that the pacer has nothing to show of is
/// not rendered.
template <class Loop, Clock C, class Step, class Render>
constexpr void run(Loop loop, C& clock, Step&& step, Render&& render)
{
    for (Nanos last = clock.now();;)
    {
        const Nanos now     = clock.now();
        const StepPlan plan = loop.plan({.frame = now - last});
        if (!take_steps(plan, step)) return;
        if (loop.pacer.renders(plan) && !detail::goes_on(render, plan)) return;
        loop.pacer.wait(clock, now, plan);
        last = now;
    }
}

} // namespace timestep
