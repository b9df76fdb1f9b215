// SPDX-License-Identifier: MIT
// timestep/steppers/unreal_async.hpp -- the fixed asynchronous physics tick of Unreal Engine 5
// Source:  Unreal Engine 5, FPhysicsSolverBase::AdvanceAndDispatch_External with IsUsingFixedDt(); read in public
//          copies, not in Epic's repository.
// Promise: every due step is taken, and all steps are equally long.
// Price:   no limit of steps: a frame of a second runs 30 of them.
// Breaks:  in a frame of zero time all carried time is simulated as one shorter step.
//   kept    |--------------|    floor(kept / dt) steps
#pragma once

#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// Sums up frame times in a double; each frame time is rounded to float32 before. The step is a float32 number, too.
/// The plan's filter_error contains the rounding errors.
class UnrealAsync
{
public:
    static constexpr std::string_view name = "unreal-async";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    constexpr UnrealAsync() = default;
    constexpr explicit UnrealAsync(Rate r)
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(kept_); }
    constexpr void discard_carried() { kept_ = 0.0; }

    /// Ignores the overload policy (the limit of steps in a frame): Unreal Engine takes every due step.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);
        double dt               = static_cast<double>(static_cast<float>(step_seconds(rate_)));

        kept_ += static_cast<double>(static_cast<float>(to_seconds(frame)));
        auto steps = static_cast<std::int64_t>(kept_ / dt);
        if (frame == Nanos::zero() && kept_ > 0.0) // simulates all carried time as one step
        {
            steps = 1;
            dt    = kept_;
        }
        kept_ -= dt * static_cast<double>(steps); // the product is exact: dt has 24 bits, or steps is 1

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * dt);
        return {.steps        = steps,
                .dt           = from_seconds(dt),
                .dt_seconds   = dt,
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = in.frame - frame,
                .filter_error = frame - stepped - (carried() - before),
                .alpha        = kept_ / dt};
    }

private:
    Rate rate_   = every(33'333us);
    double kept_ = 0.0; // time in seconds that is carried to the next frame
    WholeNanos stepped_{};
};

} // namespace timestep
