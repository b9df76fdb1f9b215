// timestep/steppers/semi_fixed.hpp -- full steps while the frame lasts, then one shorter step for the rest
//   frames  |----------|--------|-------------|
//   steps   |----|----|-||----|---||----|----|--|      nothing is carried over
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Keeps no phase from frame to frame, so whole nanoseconds are exact here: dt is the nearest one.
class SemiFixed
{
public:
    static constexpr std::string_view name = "semi-fixed";
    static constexpr Carries carries       = Carries::nothing;
    static constexpr Acts accepts          = Acts::on_frame | Acts::on_restart | Acts::on_steps;

    constexpr SemiFixed() = default;
    constexpr explicit SemiFixed(Rate r)
        : rate_{r}
        , dt_{step_ns(r)}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { *this = SemiFixed{r}; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Grant grant = overload.grant({.frame = in.frame.count(), .step = dt_.count(), .rest_is_step_too = true});
        const Nanos stepped = grant.steps * dt_ + Nanos{grant.kept};
        return {.steps      = grant.steps,
                .dt         = dt_,
                .dt_seconds = step_seconds(rate_),
                .tail       = Nanos{grant.kept},
                .stepped    = stepped,
                .dropped    = in.frame - stepped};
    }

private:
    Rate rate_{};
    Nanos dt_ = step_ns(Rate{});
};

} // namespace timestep
