// SPDX-License-Identifier: MIT
// timestep/double_account.hpp -- the base class of the steppers that count the carried time in a double
#pragma once

#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// The base class of steppers that copy a game engine which keeps the carried time in a double: in seconds
/// (`per_second` is 1) or in milliseconds (1000). The field filter_error of the plan (decision for a frame) contains
/// the rounding errors.
template <int per_second>
class DoubleAccount
{
public:
    static constexpr Carries carries = Carries::rest;
    static constexpr Acts accepts    = Acts::never;

    constexpr DoubleAccount() = default;
    constexpr explicit DoubleAccount(Rate r)
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(kept_ / per_second); }
    constexpr void discard_carried() { kept_ = 0.0; }

    /// Adds the time of the given-back steps, which did not run, to the carried time. In the next frame, the stepper's
    /// own limits apply to this time.
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        kept_ += detail::product(static_cast<double>(left.steps), step_);
        detail::carry_left(plan, left.steps, carried() - plan.carried);
        plan.alpha = kept_ / step_;
    }

protected:
    /// Converts a frame time to the unit of the carried time, 1/per_second seconds. A frame longer than 24 h counts as
    /// 24 h.
    static constexpr double counted(Nanos frame)
    {
        return static_cast<double>(detail::min(frame, longest).count()) / (1e9 / per_second);
    }

    /// Completes the plan of a frame of length `frame`, after the new carried time has been set. `plan` has the number
    /// of steps, their length, and the time that the stepper drops. `before` is the carried time before the frame;
    /// `step` is the length of a step, in units of 1/per_second seconds.
    constexpr StepPlan settle(Nanos frame, Nanos before, StepPlan plan, double step)
    {
        step_        = step;
        plan.stepped = stepped_.take(static_cast<double>(plan.steps) * plan.dt_seconds);
        plan.carried = carried();
        plan.dropped += frame - detail::min(frame, longest);
        plan.filter_error = frame - plan.stepped - (plan.carried - before) - plan.dropped;
        plan.alpha        = kept_ / step;
        return plan;
    }

    double kept_ = 0.0; ///< carried time, in units of 1/per_second seconds

private:
    static constexpr Nanos longest = 24h;

    Rate rate_{};
    double step_ = 1.0; // length of the last plan's steps, in units of 1/per_second seconds
    WholeNanos stepped_{};
};

} // namespace timestep
