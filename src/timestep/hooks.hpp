// SPDX-License-Identifier: MIT
// timestep/hooks.hpp -- functions of the game (hooks) that a loop calls for each frame, step, wait and drop of time
#ifndef TIMESTEP_HOOKS_HPP
#define TIMESTEP_HOOKS_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/clock.hpp"

namespace timestep
{

/// The game's hooks: an object with any of these member functions. NoHooks has none.
///     frame_planned(const FrameInput&, const StepPlan&)  the loop has decided the steps of a frame
///     time_dropped(Nanos)        the plan dropped this time; negative if it added time; not for discard_carried()
///     step_begins(double), step_ends(double)       before and after a step; the argument is the step length in seconds
///     wait_begins(), wait_ends()                   before and after the loop's pacer waits
struct NoHooks
{
};

namespace detail
{
constexpr void call_time_dropped_hook(auto& hooks, Nanos dropped)
{
    if constexpr (requires { hooks.time_dropped(dropped); })
        if (dropped != Nanos::zero()) hooks.time_dropped(dropped);
}
} // namespace detail

/// Both arguments must outlive the result.
constexpr auto hooked_step(auto& hooks, auto& step)
{
    return [&](double seconds, std::int64_t i)
    {
        if constexpr (requires { hooks.step_begins(seconds); }) hooks.step_begins(seconds);
        const bool continues = detail::call_step(step, seconds, i);
        if constexpr (requires { hooks.step_ends(seconds); }) hooks.step_ends(seconds);
        return continues;
    };
}

/// A frame's plan with the game's callbacks (hooks). Store it as `auto`: a copy of type StepPlan loses the callbacks.
template <class Hooks>
struct HookedPlan : StepPlan
{
    Hooks* hooks = nullptr;
};

/// Runs the steps of `plan` until `step` returns false; calls hooks before and after each. Returns the unrun steps.
template <class Hooks, class Step>
constexpr StepsLeft run_steps(const HookedPlan<Hooks>& plan, Step&& step)
{
    return run_steps(static_cast<const StepPlan&>(plan), hooked_step(*plan.hooks, step));
}

template <class Pacer, class Hooks>
struct HookedPacer : Pacer
{
    Hooks* hooks = nullptr;

    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan& plan)
    {
        if constexpr (requires { hooks->wait_begins(); }) hooks->wait_begins();
        Pacer::wait(clock, frame_start, plan);
        if constexpr (requires { hooks->wait_ends(); }) hooks->wait_ends();
    }
};

template <class Filter, class Stepper, class OverloadPolicy, class Pacer, class Hooks>
struct HookedLoop : BasicLoop<Filter, Stepper, OverloadPolicy, HookedPacer<Pacer, Hooks>>
{
    using Base = BasicLoop<Filter, Stepper, OverloadPolicy, HookedPacer<Pacer, Hooks>>;

    [[nodiscard]] constexpr HookedPlan<Hooks> plan(const FrameInput& in)
    {
        const HookedPlan<Hooks> plan{Base::plan(in), this->pacer.hooks};
        if constexpr (requires { plan.hooks->frame_planned(in, plan); }) plan.hooks->frame_planned(in, plan);
        detail::call_time_dropped_hook(*plan.hooks, plan.dropped);
        return plan;
    }

    /// Tells the loop that the steps `left` of `plan` did not run. Returns `plan` without these steps.
    [[nodiscard]] constexpr HookedPlan<Hooks> give_back_unrun_steps(const HookedPlan<Hooks>& plan,
                                                                    const StepsLeft& left)
    {
        const HookedPlan<Hooks> shortened_plan{Base::give_back_unrun_steps(plan, left), plan.hooks};
        detail::call_time_dropped_hook(*plan.hooks, shortened_plan.dropped - plan.dropped);
        return shortened_plan;
    }
};

/// Returns a copy of `loop` that calls `hooks`, for example at each step in run(). `hooks` must outlive the copy.
template <class Filter, class Stepper, class OverloadPolicy, class Pacer, class Hooks>
constexpr auto hooked(const BasicLoop<Filter, Stepper, OverloadPolicy, Pacer>& loop, Hooks& hooks)
{
    return HookedLoop<Filter, Stepper, OverloadPolicy, Pacer, Hooks>{
        {loop.filter, loop.stepper, loop.overload, loop.presentation, {loop.pacer, &hooks}}};
}

template <class Filter, class Stepper, class OverloadPolicy, class Pacer>
constexpr auto hooked(const BasicLoop<Filter, Stepper, OverloadPolicy, Pacer>& loop, NoHooks&)
{
    return loop;
}

template <class Filter, class Stepper, class OverloadPolicy, class Pacer, class Hooks>
void hooked(const HookedLoop<Filter, Stepper, OverloadPolicy, Pacer, Hooks>&, auto&) = delete; // use one hooks object

} // namespace timestep
#endif
