// SPDX-License-Identifier: MIT
// timestep/steppers/semi_fixed.hpp -- full steps, then one shorter step for the rest of the frame
//   frames  |----------|--------|-------------|
//   steps   |----|----|-||----|---||----|----|--|      no time is carried over
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Splits each frame time into full steps and one shorter step. dt is rounded to the nearest nanosecond; the rounding
/// does not accumulate, because every frame is simulated completely.
class SemiFixed
{
public:
    static constexpr std::string_view name = "semi-fixed";
    // A time shorter than smallest_tail is carried to the next frame, but it cannot give an alpha for interpolation,
    // because the steps differ in length.
    static constexpr Carries carries = Carries::nothing;
    static constexpr Acts accepts    = Acts::on_frame | Acts::on_restart | Acts::on_steps;

    /// If the rest of a frame after its full steps is shorter than this, it takes no step and is carried to the next
    /// frame; no step gets longer than dt. With 0, as in G. Fiedler's "Fix Your Timestep!", every rest takes a step.
    /// With dt or more, this stepper is an accumulator.
    Nanos smallest_tail{};

    constexpr SemiFixed() = default;
    constexpr explicit SemiFixed(Rate r)
        : rate_{r}
        , dt_{step_ns(r)}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the step rate and keeps the carried time.
    constexpr void set_rate(Rate r)
    {
        rate_ = r;
        dt_   = step_ns(r);
    }
    constexpr Nanos carried() const { return carried_; }
    constexpr void discard_carried() { carried_ = Nanos::zero(); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Nanos before = carried_;
        const Grant grant  = overload.grant(
             {.frame = in.frame.count(), .carried = before.count(), .step = dt_.count(), .rest_is_step_too = true});
        const Nanos rest    = Nanos{grant.kept};
        carried_            = rest < smallest_tail ? rest : Nanos::zero();
        const Nanos stepped = grant.steps * dt_ + rest - carried_;
        return {.steps      = grant.steps,
                .dt         = dt_,
                .dt_seconds = step_seconds(rate_),
                .tail       = rest - carried_,
                .stepped    = stepped,
                .carried    = carried_,
                .dropped    = in.frame - stepped - (carried_ - before)};
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<SemiFixed, &SemiFixed::smallest_tail>("smallest_tail", "ms", 0.0, 20.0,
                                                       "A rest shorter than this waits for the next frame."),
        };
    }

private:
    Rate rate_{};
    Nanos dt_ = step_ns(Rate{});
    Nanos carried_{};
};

} // namespace timestep
