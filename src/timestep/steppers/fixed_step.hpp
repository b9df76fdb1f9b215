// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_step.hpp -- the accumulator: frames add time, whole steps subtract it
//   frames  |------|--------|---|---------|
//   steps   |----|----|----|----|----|----|~~      ~~ is carried over: alpha = carried / dt
#pragma once

#include "timestep/time_account.hpp"

namespace timestep
{

/// Takes all whole steps that are due and carries the rest. Exact at any rational rate: n seconds contain n * rate
/// steps, whatever the frame times are.
class FixedStep
{
public:
    static constexpr std::string_view name = "fixed-step";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = on_anything;

    constexpr FixedStep() = default;
    constexpr explicit FixedStep(Rate r)
        : account_{r}
    {
    }

    constexpr Rate rate() const { return account_.rate(); }
    /// Changes the step rate and keeps the carried time, to the nanosecond.
    constexpr void set_rate(Rate r) { account_.set_rate(r); }
    constexpr Nanos carried() const { return account_.carried(); }
    constexpr void discard_carried() { account_.discard_carried(); }

    template <class Overload>
    [[gnu::always_inline]] constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Due due = account_.due(in.frame);
        return account_.settle(in.frame, due, overload.grant(due));
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        account_.give_back(plan, left.steps, overload);
    }

private:
    TimeAccount account_{};
};

} // namespace timestep
