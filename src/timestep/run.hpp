// SPDX-License-Identifier: MIT
// timestep/run.hpp -- a main loop: measures frame times, plans and runs steps, renders, and waits
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
// Calls `poll(frame_time)` or `poll()`. If `poll` returns a time, returns this time; if it returns true or nothing,
// returns the argument `frame_time`; if it returns false, returns std::nullopt.
template <class Poll>
constexpr std::optional<Nanos> poll_frame_time(Poll& poll, Nanos frame_time)
{
    const auto call_poll = [&](auto&&... args) -> std::optional<Nanos>
    {
        using Result = decltype(poll(args...));
        if constexpr (std::same_as<Result, void>)
        {
            poll(args...);
            return frame_time;
        }
        else if constexpr (std::same_as<Result, bool>)
            return poll(args...) ? std::optional{frame_time} : std::nullopt;
        else
            return poll(args...);
    };
    if constexpr (std::invocable<Poll&, Nanos>)
        return call_poll(frame_time);
    else
        return call_poll();
}
} // namespace detail

/// Runs frames of `loop` on `clock`. Each frame measures the frame time, calls `poll(frame_time)` or `poll()`, makes a
/// plan, runs its steps by `step(seconds)`, calls `render(plan)` unless pacer.renders(plan) is false, and waits with
/// the loop's pacer. The run ends when `poll`, `step` or `render` returns false; each may also return nothing. If
/// `poll` returns a time, such as `game_clock.advance(frame_time)`, the plan is made for it, not for the measured time.
/// `poll` and `step` may change the loop, for example its rate. `refresh_period` is the display's refresh period; zero
/// if unknown.
template <class Loop, Clock C, class Poll, class Step, class Render>
requires(!std::convertible_to<Render, Nanos>) // a call without `poll` selects the run() below
    constexpr void run(Loop& loop, C& clock, Poll&& poll, Step&& step, Render&& render, Nanos refresh_period = {})
{
    Nanos last_reading = clock.now();
    if (waits_before_first_frame(loop.pacer)) loop.pacer.wait(clock, last_reading, {});
    for (;;)
    {
        const Nanos now                       = clock.now();
        const std::optional<Nanos> frame_time = detail::poll_frame_time(poll, now - last_reading);
        if (!frame_time) return;
        const auto plan = loop.plan({.frame_time = *frame_time, .refresh_period = refresh_period});
        if (run_steps(plan, step).was_stopped) return;
        if (loop.pacer.renders(plan) && !detail::invoke_as_bool(render, plan)) return;
        loop.pacer.wait(clock, now, plan);
        last_reading = now;
    }
}

/// Runs frames on `clock` until `step(seconds)` or `render(plan)` returns false; a void result never ends the loop.
/// Between frames the pacer waits. The first frame time is about zero, but if the pacer also waits before the first
/// frame, it is this wait. `render` is skipped if pacer.renders() is false. `refresh_period` is zero if it is unknown.
constexpr void run(auto loop, Clock auto& clock, auto&& step, auto&& render, Nanos refresh_period = {})
{
    run(
        loop, clock, [] {}, step, render, refresh_period);
}

} // namespace timestep
