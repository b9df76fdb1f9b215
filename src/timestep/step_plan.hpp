// SPDX-License-Identifier: MIT
// timestep/step_plan.hpp -- a loop's plan for one frame, the input for the plan, and run_steps(), which runs the plan
#ifndef TIMESTEP_STEP_PLAN_HPP
#define TIMESTEP_STEP_PLAN_HPP

#include "timestep/time.hpp"

#include <array>
#include <concepts>
#include <string_view>
#include <utility>

namespace timestep
{

/// How a frame shows the simulated states; `previous` and `current` are the last two states.
enum class Presentation : std::uint8_t
{
    latest, ///< the newest state is drawn unchanged
    interpolate, ///< a blend of the last two states, previous + alpha * (current - previous): smooth, one step late
    extrapolate, ///< the newest state, advanced by its velocity for alpha * dt: not late, but wrong at every bounce
    render_tick, ///< a temporary copy of the newest state, advanced by `carried`, the time not simulated yet
    step_ahead, ///< a blend as for `interpolate`, but the simulation runs ahead of the clock: smooth, not late
};

inline constexpr std::array all_presentations{Presentation::latest, Presentation::interpolate,
                                              Presentation::extrapolate, Presentation::render_tick,
                                              Presentation::step_ahead};

constexpr std::string_view name_of(Presentation p)
{
    switch (p)
    {
    case Presentation::latest: return "latest";
    case Presentation::interpolate: return "interpolate";
    case Presentation::extrapolate: return "extrapolate";
    case Presentation::render_tick: return "render-tick";
    case Presentation::step_ahead: return "step-ahead";
    }
    return "";
}

constexpr bool blends_two_states(Presentation p)
{
    return p == Presentation::interpolate || p == Presentation::step_ahead;
}

/// The input of a loop's plan() for one frame. A frame time may be up to 146 years.
struct FrameInput
{
    Nanos frame_time{}; ///< measured wall time since the last frame; negative if the clock went backwards
    Nanos refresh_period{}; ///< the display's refresh period; zero if unknown
};

/// A loop's plan for one frame. The times in the plan add up exactly to the measured frame time:
///     frame_time == stepped + (carried - carried of the previous frame) + dropped + filter_error
struct StepPlan
{
    std::int64_t steps = 0; ///< full steps to simulate in this frame
    Nanos dt{}; ///< the size of a full step, rounded to the nearest nanosecond
    double dt_seconds = 0.0; ///< the size of a full step in seconds, not rounded to nanoseconds; for the integrator
    Nanos tail{}; ///< the size of an additional shorter step at the end; zero if there is none
    Nanos stepped{}; ///< time that the frame's steps simulate; the simulated clock advances by this time
    Nanos carried{}; ///< time that waits for later frames; negative while the simulation leads the clock
    Nanos dropped{}; ///< time that will never be simulated; negative if the loop added time
    Nanos filter_error{}; ///< effect of the delta filter and of rounding: measured frame time - `filtered_frame_time`
    Nanos filtered_frame_time{}; ///< frame time after the delta filter and rounding: the time that the stepper counts
    /// Weight of the newest state in a blend of the last two states; can be outside of 0 to 1.
    double alpha = 1.0;
    Presentation presentation = Presentation::latest;

    friend constexpr bool operator==(const StepPlan&, const StepPlan&) = default;

    /// The time until the next step is due: (1 - alpha) * dt, at least 1 ns, and up to 1 ns too long. An estimate for
    /// steppers other than FixedStep, and for loops that filter or limit frame times.
    constexpr Nanos time_to_next_step() const
    {
        // 1e-6 ns is more than the rounding error of alpha. Without it, the returned time could be 1 ns too short.
        const double time_left_ns = (1.0 - alpha) * (dt_seconds * 1e9) + 1e-6;
        return Nanos{time_left_ns > 0.0 ? detail::truncated(time_left_ns) + 1 : 1};
    }
};

namespace detail
{
// Calls `callback` and returns its result as a bool; true if `callback` returns void.
template <class Function, class... Args>
constexpr bool invoke_as_bool(Function& callback, Args&&... args)
{
    constexpr bool is_callable = std::invocable<Function&, Args...>;
    static_assert(is_callable, "the functions of the game must be callable as step(double seconds) or step(double "
                               "seconds, std::int64_t i), and render(const StepPlan& plan)");
    if constexpr (is_callable)
    {
        using Result = std::invoke_result_t<Function&, Args...>;
        constexpr bool returns_bool = std::constructible_from<bool, Result>;
        static_assert(returns_bool || std::is_void_v<Result>,
                      "the functions of the game must return void, or a bool that is false to stop");
        if constexpr (returns_bool) return static_cast<bool>(callback(std::forward<Args>(args)...));
        if constexpr (std::is_void_v<Result>) callback(std::forward<Args>(args)...);
    }
    return true;
}

template <class Step>
constexpr bool call_step(Step& step, double seconds, std::int64_t step_index)
{
    if constexpr (std::invocable<Step&, double, std::int64_t>)
        return invoke_as_bool(step, seconds, step_index);
    else
        return invoke_as_bool(step, seconds);
}
} // namespace detail

/// The steps of a frame that were planned but did not run, for example because the function `step` returned false.
struct StepsLeft
{
    std::int64_t steps = 0;
    Nanos tail{}; ///< length of the tail (shorter last step) if it did not run; otherwise zero
    bool was_stopped = false; ///< true if the game's function `step` returned false, even if no step is left
};

/// Calls `step(seconds)` or `step(seconds, i)` for each step i = 0, 1, ... of `plan`, until a call returns false.
/// Returns the steps that did not run, for loop.give_back_unrun_steps().
constexpr StepsLeft run_steps(const StepPlan& plan, auto&& step)
{
    for (std::int64_t remaining = plan.steps; remaining > 0; --remaining)
        if (!detail::call_step(step, plan.dt_seconds, plan.steps - remaining)) return {remaining - 1, plan.tail, true};
    return {.was_stopped = plan.tail > Nanos::zero() && !detail::call_step(step, to_seconds(plan.tail), plan.steps)};
}

namespace detail
{
// True if the steps `left` can be the last steps of `plan`.
constexpr bool are_last_steps(const StepPlan& plan, const StepsLeft& left)
{
    return left.steps >= 0 && left.steps <= plan.steps && (left.tail == Nanos::zero() || left.tail == plan.tail);
}

// Takes the steps that the game did not run, `unrun`, out of `plan`, and counts their time as dropped.
constexpr void drop_unrun_steps(StepPlan& plan, const StepsLeft& unrun)
{
    const bool none_ran = unrun.steps == plan.steps && unrun.tail == plan.tail;
    const Nanos unrun_time = none_ran ? plan.stepped : detail::min(unrun.steps * plan.dt + unrun.tail, plan.stepped);
    plan.steps -= unrun.steps;
    plan.tail -= unrun.tail;
    plan.stepped -= unrun_time;
    plan.dropped += unrun_time;
}

// Removes `steps` steps that did not run from `plan`, and adds their time, `carried_change`, to plan.carried.
constexpr void carry_unrun_steps(StepPlan& plan, std::int64_t steps, Nanos carried_change)
{
    const Nanos unrun_time = detail::min(from_seconds(static_cast<double>(steps) * plan.dt_seconds), plan.stepped);
    plan.steps -= steps;
    plan.stepped -= unrun_time;
    plan.carried += carried_change;
    plan.filter_error += unrun_time - carried_change;
    plan.filtered_frame_time -= unrun_time - carried_change;
}

constexpr void give_back_unrun_steps(auto& stepper, StepPlan& plan, const StepsLeft& unrun, const auto& overload)
{
    if constexpr (requires { stepper.give_back_unrun_steps(plan, unrun, overload); })
        stepper.give_back_unrun_steps(plan, unrun, overload);
    else
        drop_unrun_steps(plan, unrun);
}
} // namespace detail

/// Whether a loop carries time to the next frame, so that its simulated clock lags or leads the wall clock.
enum class ClockRelation : std::uint8_t
{
    unrelated, ///< the loop counts frames and ignores time: the game's speed depends on the frame rate
    equal, ///< the time of a frame is simulated in that frame; but Gated, Defold and SemiFixed can carry time
    lags, ///< the simulation usually lags the clock by less than a step; this time is carried to the next frame
    leads, ///< the simulation usually leads the clock, by at most a step
};

} // namespace timestep
#endif
