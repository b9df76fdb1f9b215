// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_seconds.hpp -- the accumulator of engines that keep seconds in a double
// Source:  cannon-es, World.step (at most maxSubSteps steps; accumulator %= dt drops the other due steps) and Cocos
//          Creator, PhysicsSystem.postUpdate (the other due steps wait).
// Promise: equal steps, at most `max_steps` of them in a frame.
// Price:   a double cannot represent 1/60, and every subtraction rounds: at a frame rate equal to the step rate a due
//          step can come one frame late.
// Breaks:  with keep = 1 (steps beyond max_steps wait), on a machine that is permanently too slow: the due time grows
//          without limit.
//   kept    |--------------------|    - dt - dt - dt ...    until it is less than dt, or max_steps have run
#pragma once

#include "timestep/double_account.hpp"
#include "timestep/knob.hpp"

namespace timestep
{

/// An accumulator (it adds up frame times and subtracts steps) that counts seconds in a double. The field filter_error
/// of the plan (decision for a frame) contains the rounding errors.
class FixedSeconds : public DoubleAccount<1>
{
public:
    static constexpr std::string_view name = "fixed-seconds";

    std::int64_t max_steps = 10; ///< largest number of steps in a frame, 1 or more
    std::int64_t keep      = 0;  ///< 1: further due steps wait for later frames; 0: they are dropped

    constexpr FixedSeconds() = default;
    constexpr explicit FixedSeconds(Rate r, std::int64_t most = 10, bool keeps = false)
        : DoubleAccount{r}
        , max_steps{most}
        , keep{keeps ? 1 : 0}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the steps
    /// itself, to max_steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before = carried();
        const double step  = step_seconds(rate());

        kept_ += counted(in.frame);
        const std::int64_t most = detail::at_least(max_steps, 1);
        std::int64_t steps      = 0;
        for (; kept_ >= step && steps < most; ++steps) kept_ -= step;
        const double due = kept_;
        if (keep == 0) kept_ = remainder(kept_, step);
        return settle(
            in.frame, before,
            {.steps = steps, .dt = step_ns(rate()), .dt_seconds = step, .dropped = dropped_.take(due - kept_)}, step);
    }

    static constexpr auto knobs()
    {
        using F = FixedSeconds;
        return std::array{
            knob<F, &F::max_steps>("max_steps", "steps", 1, 1000, "More steps than this do not run in a frame."),
            knob<F, &F::keep>("keep", "", 0, 1, "Steps beyond max_steps are 0: dropped, 1: kept for later frames."),
        };
    }

private:
    // Returns the remainder of time / part without any rounding error, by binary long division; JavaScript's operator %
    // gives the same result. 0 <= time, 0 < part.
    static constexpr double remainder(double time, double part)
    {
        double piece = part;
        while (piece + piece <= time) piece += piece;
        for (; time >= part; piece /= 2.0)
            if (time >= piece) time -= piece;
        return time;
    }

    WholeNanos dropped_{};
};

} // namespace timestep
