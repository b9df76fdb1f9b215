// SPDX-License-Identifier: MIT
// timestep/steppers/frame_locked.hpp -- one step of fixed size in every frame, whatever the frame time is
//   frames  |------|------------|---|------|
//   steps   |----| |----|       |---|----| |----|      always one step, always the same size
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

class FrameLocked
{
public:
    static constexpr std::string_view name = "frame-locked";
    static constexpr Carries carries       = Carries::no_clock;
    static constexpr Acts accepts          = Acts::never;

    constexpr FrameLocked() = default;
    constexpr explicit FrameLocked(Rate r)
        : rate_{r}
        , dt_{step_ns(r)}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { *this = FrameLocked{r}; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): every frame takes exactly one
    /// step.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        return {.steps = 1, .dt = dt_, .dt_seconds = step_seconds(rate_), .stepped = dt_, .dropped = in.frame - dt_};
    }

private:
    Rate rate_{};
    Nanos dt_ = step_ns(Rate{});
};

} // namespace timestep
