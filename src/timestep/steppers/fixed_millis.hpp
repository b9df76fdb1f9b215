// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_millis.hpp -- the accumulator of JavaScript loops: milliseconds in a double
// Source:  MainLoop.js (frameDelta -= simulationTimestep, 240 steps a frame at most) and Phaser 3, arcade/World.js
//          (_elapsed -= msPerFrame, no limit).
// Promise: equal steps; every due step is taken.
// Price:   a double cannot represent 1000/60, and every subtraction rounds. With clock readings in whole microseconds
//          the sum becomes slightly too large or too small, and a due step can come one frame late.
// Breaks:  steps beyond max_steps wait: after a long pause the game runs fast, at max_steps a frame.
//   kept    |--------------------|    - dt - dt - dt ...    until it is less than dt
#pragma once

#include "timestep/double_account.hpp"
#include "timestep/knob.hpp"

namespace timestep
{

/// An accumulator (it adds up frame times and subtracts steps) that counts milliseconds in a double. The field
/// filter_error of the plan (decision for a frame) contains the rounding errors; their sum grows by less than a
/// microsecond in an hour of play.
class FixedMillis : public DoubleAccount<1000>
{
public:
    static constexpr std::string_view name  = "fixed-millis";
    static constexpr std::int64_t unlimited = 1'000'000;

    /// Largest number of steps in a frame, 1 to `unlimited`; further due steps wait.
    std::int64_t max_steps = unlimited;

    constexpr FixedMillis() = default;
    constexpr explicit FixedMillis(Rate r, std::int64_t most = unlimited)
        : DoubleAccount{r}
        , max_steps{most}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the steps
    /// itself, to max_steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before = carried();
        const double step  = 1e3 * static_cast<double>(rate().den) / static_cast<double>(rate().num);

        kept_ += counted(in.frame);
        const std::int64_t most = detail::in_range(max_steps, 1, unlimited);
        std::int64_t steps      = 0;
        for (; kept_ >= step && steps < most; ++steps) kept_ -= step;
        return settle(in.frame, before, {.steps = steps, .dt = step_ns(rate()), .dt_seconds = step_seconds(rate())},
                      step);
    }

    static constexpr auto knobs()
    {
        using F = FixedMillis;
        return std::array{knob<F, &F::max_steps>("max_steps", "steps", 1, unlimited,
                                                 "More steps than this wait for the next frame.")};
    }
};

} // namespace timestep
