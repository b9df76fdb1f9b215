// SPDX-License-Identifier: MIT
// timestep/step_budget.hpp -- ends the steps of a frame when they have taken too long on the wall clock
//   budget  |--------|
//   steps   |---|---|---|  -  -     the third step ends after the budget; the loop gets the time of the other two back
// Promise: the steps of a frame take at most the budget plus one step. The loop's overload policy decides about
//          the time of the other steps.
// Price:   the number of steps depends on how fast this machine is, so runs cannot be reproduced from frame times.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// A limit for the wall time of the steps in one frame.
class StepBudget
{
public:
    /// `limit` is the wall time that the steps of a frame may take, more than 0. The first step is always taken.
    constexpr explicit StepBudget(Nanos limit)
        : limit_{limit}
    {
    }

    /// Runs the steps of a plan by calling `step`. Reads the clock after each step, and stops when the budget is used
    /// up or when `step` returns false. Returns the steps that did not run, to be given back: `plan =
    /// loop.give_back(plan, left)`. Then the loop's overload policy (limit of the steps) decides whether their time is
    /// simulated later or dropped.
    template <Clock C, class Step>
    constexpr StepsLeft take_steps(C& clock, const StepPlan& plan, Step&& step) const
    {
        const Nanos begin = clock.now();
        return timestep::take_steps(plan,
                                    [&](double seconds, std::int64_t i)
                                    {
                                        const bool wanted = call(step, seconds, i);
                                        return wanted && clock.now() - begin < limit_;
                                    });
    }

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
};

} // namespace timestep
