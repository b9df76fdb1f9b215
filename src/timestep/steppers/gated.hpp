// SPDX-License-Identifier: MIT
// timestep/steppers/gated.hpp -- collects frames until their sum is 1/rate (the gate), then takes it as one step
// Source:  Quake 1, host.c, Host_FilterTime, 1996: a step at most every 1/72 s, limited to the range 1 ms to 100 ms.
// Promise: no step is too short for float arithmetic, and at most 72 network packets a second are sent.
// Price:   the step is still variable: the physics differs with the frame rate.
// Breaks:  at a frame rate just above the gate's rate, every second frame has no step.
//   frames  |--|--|--|--|------|      two short frames open the gate
//   steps      |-----|  |-------|
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Collects frame times until 1/rate has passed, then takes one step of the collected time. Exact for any rational
/// rate.
class Gated
{
public:
    static constexpr std::string_view name = "gated";
    // Time is carried, but it cannot give an alpha for interpolation, because the steps can differ in length.
    static constexpr Carries carries = Carries::nothing;
    static constexpr Acts accepts    = Acts::never;

    Nanos min = 1ms;   ///< shortest step: a shorter one is made this long; 0 or more
    Nanos max = 100ms; ///< longest step: a longer one is cut to this length

    constexpr Gated() = default;
    constexpr explicit Gated(Rate gate)
        : rate_{gate}
        , scale_{gate}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_  = r;
        scale_ = Scale{r};
    }
    constexpr Nanos carried() const { return waiting_; }
    constexpr void discard_carried() { waiting_ = Nanos::zero(); }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the step
    /// itself, to the range from `min` to `max`.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before    = waiting_;
        const Nanos collected = before + detail::min(in.frame, scale_.longest());
        const bool open       = scale_.units(detail::min(collected, scale_.longest())) >= scale_.step;
        const Nanos shortest  = detail::at_least(min, 0ns);
        const Nanos dt        = open ? detail::max(shortest, detail::min(collected, max)) : Nanos::zero();
        waiting_              = open ? Nanos::zero() : collected;
        return {.steps      = open ? 1 : 0,
                .dt         = dt,
                .dt_seconds = to_seconds(dt),
                .stepped    = dt,
                .carried    = waiting_,
                .dropped    = in.frame - (dt + waiting_ - before)};
    }

    /// Carries the time of the step that did not run to the next frame. A frame has at most one step.
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft&, const Overload&)
    {
        waiting_     = plan.stepped;
        plan.carried = waiting_;
        plan.stepped = Nanos::zero();
        plan.steps   = 0;
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<Gated, &Gated::min>("min", "ms", 0.0, 10.0, "A shorter step counts as this long."),
            knob<Gated, &Gated::max>("max", "ms", 10.0, 1000.0, "A longer step counts as this long."),
        };
    }

private:
    Rate rate_{};
    Scale scale_{};
    Nanos waiting_{};
};

} // namespace timestep
