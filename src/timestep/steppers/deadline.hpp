// timestep/steppers/deadline.hpp -- a step is taken as soon as its time begins: the simulation leads the clock
// Source:  deWiTTERS, "deWiTTERS Game Loop", 2007 (next_game_tick); bevy_rapier, TimestepMode::Interpolated.
// Promise: there is always a state beyond now to blend towards: smooth, and not a step old.
// Price:   what happens in the last step is decided up to a step early: input shows a step later.
// Breaks:  when a step costs more than dt, as every accumulator without a policy.
//   frames  |------|--------|---|---------|
//   steps   |----|----|----|----|----|----|==      == is simulated in advance: alpha = 1 + carried / dt
#pragma once

#include "timestep/time_account.hpp"

namespace timestep
{

/// Takes a step while any time at all is due; carried is in (-dt, 0], or below it for a while after the rate went up.
/// To a policy it looks like an accumulator that is one unit short of a step further on.
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

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const std::int64_t lead = account_.step() - 1;
        const Due due           = account_.due(in.frame);
        Due shifted             = due;
        shifted.carried += lead;
        Grant grant{.steps = 0, .kept = shifted.total()}; // more ahead than a step: of a slower rate
        if (shifted.total() >= 0) grant = overload.grant(shifted);
        grant.kept -= lead;

        StepPlan plan = account_.settle(in.frame, due, grant);
        plan.alpha    = std::max(plan.alpha + 1.0, 0.0);
        return plan;
    }

private:
    TimeAccount account_{};
};

} // namespace timestep
