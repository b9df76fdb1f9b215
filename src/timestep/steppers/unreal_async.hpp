// SPDX-License-Identifier: MIT
// timestep/steppers/unreal_async.hpp -- the fixed asynchronous physics tick of Unreal Engine 5
// Source:  Unreal Engine 5, FPhysicsSolverBase::AdvanceAndDispatch_External with IsUsingFixedDt(); read in public
//          copies, not in Epic's repository.
// Promise: every due step is taken, and all steps are equally long.
// Price:   no limit of steps: with the usual step of 33.333 ms, a frame of a second runs 30 of them.
// Breaks:  in a frame of zero time all carried time is simulated as one shorter step.
//   kept    |--------------|    floor(kept / dt) steps
#pragma once

#include "timestep/double_account.hpp"

namespace timestep
{

/// Rounds each frame time to float32, then adds it to a sum in a double. The step is a float32 number, too. The field
/// filter_error of the plan (decision for a frame) contains the rounding errors.
class UnrealAsync : public DoubleAccount<1>
{
public:
    static constexpr std::string_view name = "unreal-async";

    constexpr UnrealAsync()
        : UnrealAsync{every(33'333us)}
    {
    }
    constexpr explicit UnrealAsync(Rate r)
        : DoubleAccount{r}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): Unreal Engine takes every due
    /// step.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before = carried();
        double dt          = static_cast<double>(static_cast<float>(step_seconds(rate())));

        kept_ += static_cast<double>(static_cast<float>(counted(in.frame)));
        auto steps = static_cast<std::int64_t>(kept_ / dt);
        if (in.frame == Nanos::zero() && kept_ > 0.0) // flush: one step of all carried time
        {
            steps = 1;
            dt    = kept_;
        }
        kept_ -= dt * static_cast<double>(steps); // the product is exact: dt is a float32 number, or steps is 1
        return settle(in.frame, before, {.steps = steps, .dt = from_seconds(dt), .dt_seconds = dt}, dt);
    }
};

} // namespace timestep
