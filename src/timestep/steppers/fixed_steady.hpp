// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_steady.hpp -- an accumulator that keeps the step count of the last frame if it can
// Source:  the idea of Godot's physics_jitter_fix in its simplest form: hysteresis.
// Promise: at a frame rate near the step rate every frame takes one step; a plain accumulator takes 1, 0, 2, 1.
// Price:   the simulated clock may be up to `slack` steps ahead or behind, so alpha can be outside of [0, 1) by as
//          much.
// Breaks:  far from a multiple of the step rate the steps come in groups: at 144 frames a second 0, 0, 0, 1, 1, 1.
//   frames  |----|---|-----|----|----|      with timer noise
//   steps   |----|----|----|----|----|      one step in each frame
#pragma once

#include "timestep/knob.hpp"
#include "timestep/time_account.hpp"

namespace timestep
{

class FixedSteady
{
public:
    static constexpr std::string_view name = "fixed-steady";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = on_anything;

    double slack = 0.5; ///< largest difference of the simulated clock and the wall clock, in steps, 0 to 1

    constexpr FixedSteady() = default;
    constexpr explicit FixedSteady(Rate r, double slack_of_a_step = 0.5)
        : slack{slack_of_a_step}
        , account_{r}
    {
    }

    constexpr Rate rate() const { return account_.rate(); }
    constexpr void set_rate(Rate r) { account_.set_rate(r); }
    constexpr Nanos carried() const { return account_.carried(); }
    constexpr void discard_carried() { account_.discard_carried(); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Due exact = account_.due(in.frame);
        Due due         = exact;
        // The simulation leads the clock by more than a step only after the step rate was raised.
        if (exact.carried < -exact.step) due.subtract_lead();
        const Grant grant = due.total() < 0 ? Grant{0, due.total()} : steadied(due, overload.grant(due));
        last_             = grant.steps;
        return account_.settle(in.frame, due, grant);
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        account_.give_back(plan, left.steps, overload);
        last_ = plan.steps;
    }

    static constexpr auto knobs()
    {
        return std::array{knob<FixedSteady, &FixedSteady::slack>(
            "slack", "steps", 0.0, 1.0, "How far the clock may be off before the step count changes.")};
    }

private:
    // Returns the step count of the last frame, or the nearest count that the slack allows. If the overload policy
    // (limit of the steps) dropped time, returns `grant` unchanged.
    constexpr Grant steadied(const Due& due, const Grant& grant) const
    {
        const bool dropped = grant.steps * due.step + grant.kept != due.total();
        if (last_ < 0 || dropped) return grant;
        const auto allowed =
            static_cast<std::int64_t>(detail::in_range(slack, 0.0, 1.0) * static_cast<double>(due.step));
        // `least` is the smallest number of steps after which at most one step plus the slack is carried. `most` is the
        // largest number of steps after which the carried time is at least -slack.
        const std::int64_t least = -floor_of(-(due.total() - due.step - allowed), due.step);
        const std::int64_t most  = floor_of(due.total() + allowed, due.step);
        const std::int64_t steps = detail::max<std::int64_t>(detail::clamp(last_, least, detail::max(least, most)), 0);
        return {steps, due.total() - steps * due.step};
    }

    static constexpr std::int64_t floor_of(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

    TimeAccount account_{};
    std::int64_t last_ = -1; // number of steps in the last frame; -1 before the first frame
};

} // namespace timestep
