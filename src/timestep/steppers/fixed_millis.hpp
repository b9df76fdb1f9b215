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

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// An accumulator (it adds up frame times and subtracts steps) that counts milliseconds in a double. The plan's
/// filter_error contains the rounding errors; their sum grows by less than a microsecond in an hour of play.
class FixedMillis
{
public:
    static constexpr std::string_view name  = "fixed-millis";
    static constexpr Carries carries        = Carries::rest;
    static constexpr Acts accepts           = Acts::never;
    static constexpr std::int64_t unlimited = 1'000'000;

    /// Largest number of steps in a frame, 1 to `unlimited`; further due steps wait.
    std::int64_t max_steps = unlimited;

    constexpr FixedMillis() = default;
    constexpr explicit FixedMillis(Rate r, std::int64_t most = unlimited)
        : max_steps{most}
        , rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(kept_ / 1e3); }
    constexpr void discard_carried() { kept_ = 0.0; }

    /// Ignores the overload policy (the limit of steps in a frame): this stepper limits the steps itself, to max_steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);
        const double step       = step_millis();

        kept_ += static_cast<double>(frame.count()) / 1e6;
        const std::int64_t most = detail::in_range(max_steps, 1, unlimited);
        std::int64_t steps      = 0;
        for (; kept_ >= step && steps < most; ++steps) kept_ -= step;

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * step_seconds(rate_));
        return {.steps        = steps,
                .dt           = step_ns(rate_),
                .dt_seconds   = step_seconds(rate_),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = in.frame - frame,
                .filter_error = frame - stepped - (carried() - before),
                .alpha        = kept_ / step};
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        kept_ += detail::product(static_cast<double>(left.steps), step_millis());
        detail::carry_left(plan, left.steps, carried() - plan.carried);
        plan.alpha = kept_ / step_millis();
    }

    static constexpr auto knobs()
    {
        using F = FixedMillis;
        return std::array{knob<F, &F::max_steps>("max_steps", "steps", 1, unlimited,
                                                 "More steps than this wait for the next frame.")};
    }

private:
    constexpr double step_millis() const
    {
        return 1e3 * static_cast<double>(rate_.den) / static_cast<double>(rate_.num);
    }

    Rate rate_{};
    double kept_ = 0.0; // time in milliseconds that is carried to the next frame
    WholeNanos stepped_{};
};

} // namespace timestep
