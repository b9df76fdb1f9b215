// SPDX-License-Identifier: MIT
// timestep/steppers/babylon.hpp -- Babylon.js' deterministic lockstep: due steps are counted by one division
// Source:  Babylon.js, Scene.animate with deterministicLockstep: min(floor(time / step), lockstepMaxSteps) steps, in
//          milliseconds kept in a double; the remaining time, which can be several steps, waits.
// Promise: equal steps; at most `max_steps` of them in a frame; no due step is lost.
// Price:   after a pause the game runs fast, at max_steps a frame, until it has caught up.
// Breaks:  on a machine that is permanently too slow, the due time grows without limit.
//   kept    |--------------------|    / dt = 5 steps: 4 of them run, 1 waits
#pragma once

#include "timestep/double_account.hpp"
#include "timestep/knob.hpp"

namespace timestep
{

/// An accumulator (it adds up frame times and subtracts steps) that counts milliseconds in a double. The field
/// filter_error of the plan (decision for a frame) contains the rounding errors.
class Babylon : public DoubleAccount<1000>
{
public:
    static constexpr std::string_view name = "babylon";

    /// Largest number of steps in a frame, 1 or more; further due steps wait for later frames.
    std::int64_t max_steps = 4;

    constexpr Babylon() = default;
    constexpr explicit Babylon(Rate r)
        : DoubleAccount{r}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the steps
    /// itself, to max_steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before = carried();
        const double step  = step_seconds(rate()) * 1e3;

        kept_ += counted(in.frame);
        const std::int64_t steps = detail::min(static_cast<std::int64_t>(kept_ / step), detail::at_least(max_steps, 1));
        for (std::int64_t i = 0; i < steps; ++i) kept_ -= step;
        // The quotient kept_ / step can be rounded up to a whole number. Then one step too many was subtracted, and
        // kept_ is slightly below zero.
        kept_ = detail::max(kept_, 0.0);

        return settle(in.frame, before, {.steps = steps, .dt = step_ns(rate()), .dt_seconds = step_seconds(rate())},
                      step);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Babylon, &Babylon::max_steps>("max_steps", "steps", 1, 1000,
                                                             "More steps than this wait for the next frame.")};
    }
};

} // namespace timestep
