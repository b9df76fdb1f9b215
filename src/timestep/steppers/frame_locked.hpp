// timestep/steppers/frame_locked.hpp -- one step a frame, of a size that knows nothing of the clock
//   frames  |------|------------|---|------|
//   steps   |----| |----|       |---|----| |----|      always one, always the same
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

struct FrameLocked
{
    static constexpr std::string_view name = "frame-locked";

    Rate rate = hz(60);

    constexpr void set_rate(Rate r) { rate = r; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    template <class Overload>
    constexpr StepPlan plan(Nanos frame, const Overload& /*cannot be overloaded*/)
    {
        const Nanos dt = step_ns(rate);
        return {.steps = 1, .dt = dt, .dt_seconds = step_seconds(rate), .stepped = dt, .dropped = frame - dt};
    }
};

} // namespace timestep
