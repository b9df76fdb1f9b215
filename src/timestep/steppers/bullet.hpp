// SPDX-License-Identifier: MIT
// timestep/steppers/bullet.hpp -- Bullet's stepSimulation in float32: all due steps are subtracted, only some are run
// Source:  Bullet 3, src/BulletDynamics/Dynamics/btDiscreteDynamicsWorld.cpp, stepSimulation(timeStep,
//          maxSubSteps = 1).
// Promise: one call of stepSimulation a frame; with maxSubSteps = 1 at most one step a frame.
// Price:   with the default maxSubSteps = 1, a frame in which two steps are due silently loses one of them.
// Breaks:  float32 rounding: at 60 Hz each frame adds an error of up to 4 ns to the counted time.
//   frames  |----|---------|----|      max_substeps = 1
//   steps   |----|----|    |----|      the long frame's second step is subtracted, but not run
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// A stepper (it decides the steps of a frame) that counts seconds in float32, as Bullet does. The field filter_error
/// of the plan (decision for a frame) contains the rounding errors.
class Bullet
{
public:
    static constexpr std::string_view name = "bullet";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    std::int64_t max_substeps = 1; ///< largest number of steps in a frame, 1 or more; further due steps are lost

    constexpr Bullet() = default;
    constexpr explicit Bullet(Rate r, std::int64_t most = 1)
        : max_substeps{most}
        , rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(static_cast<double>(local_time_)); }
    constexpr void discard_carried() { local_time_ = 0.0F; }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the steps
    /// itself, to max_substeps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);
        const auto h            = static_cast<float>(step_seconds(rate_));

        local_time_ += static_cast<float>(to_seconds(frame));
        std::int64_t due = 0;
        if (local_time_ >= h)
        {
            due = static_cast<std::int64_t>(local_time_ / h);
            local_time_ -= detail::product(static_cast<float>(due), h);
        }
        const std::int64_t steps = detail::min(due, detail::at_least(max_substeps, 1));
        const Nanos stepped      = stepped_.take(static_cast<double>(steps) * static_cast<double>(h));
        const Nanos unrun        = unrun_.take(static_cast<double>(due - steps) * static_cast<double>(h));
        const Nanos dropped      = unrun + (in.frame - frame);
        return {.steps        = steps,
                .dt           = from_seconds(static_cast<double>(h)),
                .dt_seconds   = static_cast<double>(h),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = in.frame - stepped - (carried() - before) - dropped,
                .alpha        = static_cast<double>(local_time_ / h)};
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        const auto h = static_cast<float>(step_seconds(rate_));
        local_time_ += detail::product(static_cast<float>(left.steps), h);
        detail::carry_left(plan, left.steps, carried() - plan.carried);
        plan.alpha = static_cast<double>(local_time_ / h);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Bullet, &Bullet::max_substeps>("max_substeps", "steps", 1, 100,
                                                              "More steps than this are paid for, but not run.")};
    }

private:
    Rate rate_{};
    float local_time_ = 0.0F; // time in seconds that is carried to the next frame
    WholeNanos stepped_{}, unrun_{};
};

} // namespace timestep
