// SPDX-License-Identifier: MIT
// timestep/steppers/babylon.hpp -- Babylon.js' deterministic lockstep: due steps are counted by one division
// Source:  Babylon.js, Scene.animate with deterministicLockstep: min(floor(time / step), lockstepMaxSteps) steps, in
//          milliseconds kept in a double; what is left, also whole steps, waits.
// Promise: equal steps; at most `max_steps` of them in a frame; no due step is lost.
// Price:   after a pause the game runs fast, at max_steps a frame, until it has caught up.
// Breaks:  on a machine that is permanently too slow, the due time grows without limit.
//   kept    |--------------------|    / dt = 5 steps: 4 of them run, 1 waits
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// An accumulator (it adds up frame times and subtracts steps) that counts milliseconds in a double. The plan's
/// filter_error contains the rounding errors.
class Babylon
{
public:
    static constexpr std::string_view name = "babylon";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    /// Largest number of steps in a frame, 1 or more; further due steps wait for later frames.
    std::int64_t max_steps = 4;

    constexpr Babylon() = default;
    constexpr explicit Babylon(Rate r)
        : rate_{r}
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
        const double step       = step_seconds(rate_) * 1e3;

        kept_ += static_cast<double>(frame.count()) / 1e6;
        const std::int64_t steps = detail::min(static_cast<std::int64_t>(kept_ / step), detail::at_least(max_steps, 1));
        for (std::int64_t i = 0; i < steps; ++i) kept_ -= step;
        // The division above may round up. Then one step too many is counted, and kept_ gets slightly below zero.
        kept_ = detail::max(kept_, 0.0);

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

    static constexpr auto knobs()
    {
        return std::array{knob<Babylon, &Babylon::max_steps>("max_steps", "steps", 1, 1000,
                                                             "More steps than this wait for the next frame.")};
    }

private:
    Rate rate_{};
    double kept_ = 0.0; // time in milliseconds that is carried to the next frame
    WholeNanos stepped_{};
};

} // namespace timestep
