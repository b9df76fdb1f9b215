// SPDX-License-Identifier: MIT
// timestep/run.hpp -- a complete main loop: measures, plans, steps, renders and waits
//
//     run(presets::interpolated(), clock, [&](double dt) { world.step(dt); },
//         [&](const StepPlan& plan) { draw(world, plan.alpha); return !window.closed(); });
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

#include <concepts>
#include <optional>

namespace timestep
{

namespace detail
{
// Calls `poll(frame)` or `poll()`. Returns the frame time for the loop: the result of `poll` if that is a time,
// otherwise `frame`. Returns std::nullopt if `poll` returned false.
template <class Poll>
constexpr std::optional<Nanos> polled(Poll& poll, Nanos frame)
{
    const auto result = [&](auto&&... args) -> std::optional<Nanos>
    {
        using Result = decltype(poll(args...));
        if constexpr (std::same_as<Result, void>)
        {
            poll(args...);
            return frame;
        }
        else if constexpr (std::same_as<Result, bool>)
            return poll(args...) ? std::optional{frame} : std::nullopt;
        else
            return poll(args...);
    };
    if constexpr (std::invocable<Poll&, Nanos>)
        return result(frame);
    else
        return result();
}
} // namespace detail

/// Runs frames of `loop` on `clock`. In each frame it measures the frame time, calls `poll`, plans, steps, renders, and
/// lets the loop's pacer wait. `poll(frame)` or `poll()` reads events. It may return nothing; false to end the run; or
/// the frame time to use, such as `game_clock.advance(frame)`. The run also ends when `step(seconds)` or `render(plan)`
/// returns false. `poll` and `step` may change the loop, for example its rate. `render` is not called in frames that
/// the pacer does not show. `refresh_period` is the display's refresh period; zero if unknown.
template <class Loop, Clock C, class Poll, class Step, class Render>
requires(!std::convertible_to<Render, Nanos>) // without `poll`, the run() below is called
    constexpr void run(Loop& loop, C& clock, Poll&& poll, Step&& step, Render&& render, Nanos refresh_period = {})
{
    Nanos last = clock.now();
    if (waits_first(loop.pacer)) loop.pacer.wait(clock, last, {});
    for (;;)
    {
        const Nanos now                  = clock.now();
        const std::optional<Nanos> frame = detail::polled(poll, now - last);
        if (!frame) return;
        const auto plan = loop.plan({.frame = *frame, .refresh_period = refresh_period});
        if (!run_steps(plan, step)) return;
        if (loop.pacer.renders(plan) && !detail::has_next_frame(render, plan)) return;
        loop.pacer.wait(clock, now, plan);
        last = now;
    }
}

/// Runs frames on `clock` until `step(seconds)` or `render(plan)` returns false; a callback that returns void never
/// ends the loop. Between frames the loop's pacer waits. The first frame time is about zero; but if the pacer waits
/// before the first frame, it is the length of this wait. `render` is skipped in frames that the pacer does not show
/// (pacer.renders() is false). `refresh_period` is the display's refresh period, for the filters and steppers that use
/// it; zero if unknown.
template <class Loop, Clock C, class Step, class Render>
constexpr void run(Loop loop, C& clock, Step&& step, Render&& render, Nanos refresh_period = {})
{
    run(
        loop, clock, [] {}, step, render, refresh_period);
}

} // namespace timestep
