// timestep/steppers/semi_fixed.hpp -- full steps while the frame lasts, then one shorter step for the rest
//   frames  |----------|--------|-------------|
//   steps   |----|----|-||----|---||----|----|--|      nothing is carried over
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

struct SemiFixed
{
    static constexpr std::string_view name = "semi-fixed";

    Rate rate = hz(60);

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    /// Keeps no phase from frame to frame, so whole nanoseconds are exact here: dt is the nearest one.
    template <class Overload>
    constexpr StepPlan plan(Nanos frame, const Overload& overload)
    {
        const Nanos dt           = step_ns(rate);
        const auto [steps, rest] = overload.grant(overload.admit(frame, dt).count(), dt.count());
        const Nanos stepped      = steps * dt + Nanos{rest};
        return {.steps      = steps,
                .dt         = dt,
                .dt_seconds = step_seconds(rate),
                .tail       = Nanos{rest},
                .stepped    = stepped,
                .dropped    = frame - stepped};
    }
};

} // namespace timestep
