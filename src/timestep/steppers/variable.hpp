// SPDX-License-Identifier: MIT
// timestep/steppers/variable.hpp -- one step a frame, as long as the measured frame time
//   frames  |------|------------|---|------|
//   steps          |------|------------|---|------|      the same lengths, one frame later
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

class Variable
{
public:
    static constexpr std::string_view name = "variable";
    static constexpr Carries carries       = Carries::nothing;
    static constexpr Acts accepts          = Acts::on_frame;

    constexpr Variable() = default;
    constexpr explicit Variable(Rate r)
        : rate_{r}
    {
    }

    /// Returns the stored step rate. This stepper does not use it; if the user switches to another stepper, that
    /// stepper uses it.
    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const std::int64_t frame = in.frame.count();
        const auto [whole, rest] = overload.grant({.frame = frame, .step = detail::max<std::int64_t>(frame, 1)});
        const Nanos dt{whole * frame + rest};
        return {.steps      = dt > Nanos::zero() ? 1 : 0,
                .dt         = dt,
                .dt_seconds = to_seconds(dt),
                .stepped    = dt,
                .dropped    = in.frame - dt};
    }

private:
    Rate rate_{};
};

} // namespace timestep
