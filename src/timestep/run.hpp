// SPDX-License-Identifier: MIT
// timestep/run.hpp -- a main loop: measures frame times, plans and runs steps, renders, and waits
//
//     run(presets::interpolated(), clock, [&](double dt) { world.step(dt); },
//         [&](const StepPlan& plan) { draw(world, plan.alpha); return !window.closed(); });
#ifndef TIMESTEP_RUN_HPP
#define TIMESTEP_RUN_HPP

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

#include <concepts>
#include <optional>

namespace timestep
{

namespace detail
{
// Calls the game's function `poll`. Returns the frame time that the loop should use; empty to end the loop.
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
    static_assert(std::invocable<Poll&, Nanos> || std::invocable<Poll&>,
                  "the game's function must be callable as poll(Nanos frame_time) or as poll()");
    if constexpr (std::invocable<Poll&, Nanos>)
        return call_poll(frame_time);
    else if constexpr (std::invocable<Poll&>)
        return call_poll();
    return frame_time;
}
} // namespace detail

/// Runs frames of `loop` on `clock` until `poll`, `step` or `render` returns false; all three may return void.
/// A frame calls `poll(frame_time)` or `poll()`, `step(seconds)` per step, `render(plan)` if loop.pacer.renders(plan).
/// If `poll` returns a time, such as game_clock.advance(frame_time), the loop uses this time as the frame time.
/// `poll` and `step` may change the loop. `refresh_period` is the display's refresh period, zero if unknown.
template <class Loop, Clock C, class Poll, class Step, class Render>
requires(!std::convertible_to<Render, Nanos>) // a call without `poll` selects the run() below
    constexpr void run(Loop& loop, C& clock, Poll&& poll, Step&& step, Render&& render, Nanos refresh_period = {})
{
    Nanos last_reading = clock.now();
    // The first frame time is the length of this wait. Without a wait, it is about zero.
    if (waits_before_first_frame(loop.pacer)) loop.pacer.wait(clock, last_reading, {});
    for (;;)
    {
        const Nanos now = clock.now();
        const std::optional<Nanos> frame_time = detail::poll_frame_time(poll, now - last_reading);
        if (!frame_time) return;
        const auto plan = loop.plan({.frame_time = *frame_time, .refresh_period = refresh_period});
        if (run_steps(plan, step).was_stopped) return;
        if (loop.pacer.renders(plan) && !detail::invoke_as_bool(render, plan)) return;
        loop.pacer.wait(clock, now, plan);
        last_reading = now;
    }
}

/// Runs frames like the run() above, without `poll`, and with a copy of `loop`.
constexpr void run(auto loop, Clock auto& clock, auto&& step, auto&& render, Nanos refresh_period = {})
{
    run(
        loop, clock, [] {}, step, render, refresh_period);
}

} // namespace timestep
#endif
