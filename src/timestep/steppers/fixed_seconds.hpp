// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_seconds.hpp -- the accumulator of engines that keep seconds in a double
// Source:  cannon-es, World.step (at most maxSubSteps steps; accumulator %= dt drops the other due steps) and Cocos
//          Creator, PhysicsSystem.postUpdate (the other due steps wait).
// Promise: equal steps, at most `max_steps` of them in a frame.
// Price:   a double cannot represent 1/60, and every subtraction rounds: at a frame rate equal to the step rate a due
//          step can come one frame late.
// Breaks:  keep = 1: on a machine that is permanently too slow, the due time grows without limit.
//   kept    |--------------------|    - dt - dt - dt ...    until it is less than dt, or max_steps have run
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// An accumulator (it adds up frame times and subtracts steps) that counts seconds in a double. The plan's filter_error
/// contains the rounding errors.
class FixedSeconds
{
public:
    static constexpr std::string_view name = "fixed-seconds";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    std::int64_t max_steps = 10; ///< largest number of steps in a frame, 1 or more
    std::int64_t keep      = 0;  ///< 1: further due steps wait for later frames; 0: they are dropped

    constexpr FixedSeconds() = default;
    constexpr explicit FixedSeconds(Rate r, std::int64_t most = 10, bool keeps = false)
        : max_steps{most}
        , keep{keeps ? 1 : 0}
        , rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(kept_); }
    constexpr void discard_carried() { kept_ = 0.0; }

    /// Ignores the overload policy (the limit of steps in a frame): this stepper limits the steps itself, to max_steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);
        const double step       = step_seconds(rate_);

        kept_ += to_seconds(frame);
        const std::int64_t most = detail::at_least(max_steps, 1);
        std::int64_t steps      = 0;
        for (; kept_ >= step && steps < most; ++steps) kept_ -= step;
        const double due = kept_;
        if (keep == 0) kept_ = remainder(kept_, step);

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * step);
        const Nanos dropped = dropped_.take(due - kept_) + (in.frame - frame);
        return {.steps        = steps,
                .dt           = step_ns(rate_),
                .dt_seconds   = step,
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = in.frame - stepped - (carried() - before) - dropped,
                .alpha        = kept_ / step};
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
    // Returns time % part without any rounding, as JavaScript's % does: binary long division. 0 <= time, 0 < part.
    static constexpr double remainder(double time, double part)
    {
        double piece = part;
        while (piece + piece <= time) piece += piece;
        for (; time >= part; piece /= 2.0)
            if (time >= piece) time -= piece;
        return time;
    }

    Rate rate_{};
    double kept_ = 0.0; // time in seconds that is carried to the next frame
    WholeNanos stepped_{}, dropped_{};
};

} // namespace timestep
