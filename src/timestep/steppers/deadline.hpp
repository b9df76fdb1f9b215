// SPDX-License-Identifier: MIT
// timestep/steppers/deadline.hpp -- takes a step as soon as its interval begins: the simulation leads the clock
// Source:  deWiTTERS, "deWiTTERS Game Loop", 2007 (next_game_tick); bevy_rapier, TimestepMode::Interpolated.
// Promise: there is always a state later than now to interpolate towards: pictures are smooth and not a step late.
// Price:   the last step is simulated up to a step early, so input takes effect a step later.
// Breaks:  without an overload policy (limit of the steps), when a step takes longer to compute than dt: each frame
//          then takes more steps than the frame before, and the frames get longer and longer.
//   frames  |------|--------|---|---------|
//   steps   |----|----|----|----|----|----|==      ==: simulated in advance; alpha = 1 + carried / dt
#pragma once

#include "timestep/time_account.hpp"

namespace timestep
{

/// Takes a step as soon as any time is due, so the simulation leads the clock by less than a step: the carried time is
/// in (-dt, 0]. After the step rate was raised, the carried time can be below -dt for some frames. An overload policy
/// runs only whole steps. So this stepper reports to the policy more time than is due: one step minus one unit of time
/// (Scale: a fraction of a nanosecond). A single due unit is then enough for a step.
class Deadline
{
public:
    static constexpr std::string_view name = "deadline";
    static constexpr Carries carries       = Carries::lead;
    static constexpr Acts accepts          = on_anything;

    constexpr Deadline() = default;
    constexpr explicit Deadline(Rate r)
        : account_{r}
    {
    }

    constexpr Rate rate() const { return account_.rate(); }
    constexpr void set_rate(Rate r) { account_.set_rate(r); }
    constexpr Nanos carried() const { return account_.carried(); }
    constexpr void discard_carried() { account_.discard_carried(); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const std::int64_t lead = account_.step() - 1;
        Due due                 = account_.due(in.frame);
        due.carried += lead;
        // After the step rate was raised, the simulation can lead the clock by more than one (now shorter) step: then
        // no step is taken.
        due.subtract_lead();
        Grant grant{.steps = 0, .kept = due.total()};
        if (due.frame >= 0) grant = overload.grant(due);
        due.carried -= lead;
        grant.kept -= lead;

        StepPlan plan = account_.settle(in.frame, due, grant);
        plan.alpha    = detail::max(plan.alpha + 1.0, 0.0);
        return plan;
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        account_.give_back(plan, left.steps, overload, account_.step() - 1);
        plan.alpha = detail::max(plan.alpha + 1.0, 0.0);
    }

private:
    TimeAccount account_{};
};

} // namespace timestep
