// SPDX-License-Identifier: MIT
// timestep/steppers/defold.hpp -- Defold's fixed update frequency: a long frame makes its step longer
// Source:  Defold, engine/engine/src/engine.cpp, CalcTimeStep: a step is 1 / update_frequency, or the frame time if
//          this is longer; a frame counts as 0.5 s at most; float32, on a clock of whole microseconds.
// Promise: above the update frequency, all steps are equally long.
// Price:   below the update frequency the step is variable: the physics differs with the frame rate.
// Breaks:  on a display whose rate is the update frequency: because the clock counts whole microseconds, some frames
//          have no step.
//   frames  |--|--|--|----------|--|
//   steps     |----|     |----------|     the long frame's step is as long as the frame
#pragma once

#include "timestep/overload/grant.hpp"
#include "timestep/tick_clock.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// A stepper (it decides the steps of a frame) that counts seconds in float32. The field filter_error of the plan
/// (decision for a frame) contains rounding errors, and the fraction of a microsecond that the stepper's clock has not
/// counted yet.
class Defold
{
public:
    static constexpr std::string_view name = "defold";
    // A little time is carried, but it cannot give an alpha for interpolation, because the steps can differ in length.
    static constexpr Carries carries = Carries::nothing;
    static constexpr Acts accepts    = Acts::never;

    constexpr Defold() = default;
    constexpr explicit Defold(Rate r)
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(static_cast<double>(kept_)); }
    constexpr void discard_carried() { kept_ = 0.0F; }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the frame
    /// time itself, to 0.5 s.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        constexpr float most    = 0.5F;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);
        const auto measured     = static_cast<float>(static_cast<double>(clock_.elapsed(frame)) / 1e6);
        const float counted     = detail::min(measured, most);
        const float dt          = detail::max(counted, 1.0F / static_cast<float>(hertz(rate_)));

        kept_ += counted;
        const auto steps = static_cast<std::int64_t>(kept_ / dt);
        // The product is exact for up to 2 steps, because 2 * dt is a float32 number, too. After the rate was raised,
        // more steps can be due: then a rounding error must not make the carried time negative.
        kept_ = detail::max(kept_ - static_cast<float>(steps) * dt, 0.0F);

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * static_cast<double>(dt));
        const Nanos dropped = dropped_.take(static_cast<double>(measured - counted)) + (in.frame - frame);
        return {.steps        = steps,
                .dt           = from_seconds(static_cast<double>(dt)),
                .dt_seconds   = static_cast<double>(dt),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = in.frame - stepped - (carried() - before) - dropped};
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        kept_ += detail::product(static_cast<float>(left.steps), static_cast<float>(plan.dt_seconds));
        detail::carry_left(plan, left.steps, carried() - plan.carried);
    }

private:
    Rate rate_{};
    TickClock clock_{1us};
    float kept_ = 0.0F; // time in seconds that is carried to the next frame
    WholeNanos stepped_{}, dropped_{};
};

} // namespace timestep
