// SPDX-License-Identifier: MIT
// timestep/step_budget.hpp -- ends the steps of a frame early if computing them takes too long on the wall clock
//   budget  |--------|
//   steps   |---|---|---|  -  -     the third step ends after the budget; the time of the other two is given back
// Promise: the steps of a frame take at most the budget plus one step. No time is lost.
// Price:   the number of steps depends on how fast this machine is, so runs cannot be reproduced from frame times.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"
#include "timestep/whole_nanos.hpp"

#include <concepts>
#include <utility>

namespace timestep
{

/// A limit for the wall time that computing the steps of one frame may take. The game time of steps that were not taken
/// is not lost: add give_back() to the next frame time. Then the loop's own overload policy decides whether this time
/// is simulated later or dropped.
class StepBudget
{
public:
    /// `limit` is the longest wall time for computing the steps of a frame, more than 0. The first step is always
    /// taken.
    constexpr explicit StepBudget(Nanos limit)
        : limit_{limit}
    {
    }

    /// Executes a plan: calls `step` for each step and reads the clock after each. Stops when the budget is used up, or
    /// when `step` returns false. Returns the plan as it was executed: `steps`, `tail` and `stepped` contain only the
    /// steps that were taken.
    template <Clock C, class Step>
    constexpr StepPlan take_steps(C& clock, const StepPlan& plan, Step&& step)
    {
        const Nanos begin  = clock.now();
        std::int64_t taken = 0;
        timestep::take_steps(plan,
                             [&](double seconds, std::int64_t i)
                             {
                                 ++taken;
                                 const bool wanted = call(step, seconds, i);
                                 return wanted && clock.now() - begin < limit_;
                             });
        StepPlan done = plan;
        if (taken <= plan.steps) done.tail = Nanos::zero();
        done.steps        = detail::min(taken, plan.steps);
        const Nanos steps = not_taken_.take(static_cast<double>(plan.steps - done.steps) * plan.dt_seconds);
        const Nanos rest  = detail::min(steps + plan.tail - done.tail, plan.stepped);
        done.stepped -= rest;
        given_back_ += rest;
        return done;
    }

    /// Returns the game time of all steps that were not taken since the last call. Add it to the next frame time.
    constexpr Nanos give_back() { return std::exchange(given_back_, Nanos::zero()); }

private:
    template <class Step>
    static constexpr bool call(Step& step, double seconds, std::int64_t i)
    {
        if constexpr (std::invocable<Step&, double, std::int64_t>)
            return detail::goes_on(step, seconds, i);
        else
            return detail::goes_on(step, seconds);
    }

    Nanos limit_;
    Nanos given_back_{};
    WholeNanos not_taken_{}; // converts the steps not taken to whole nanoseconds; stores the fraction for the next call
};

} // namespace timestep
