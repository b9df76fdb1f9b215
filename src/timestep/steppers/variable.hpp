// timestep/steppers/variable.hpp -- one step a frame, as long as the frame was
//   frames  |------|------------|---|------|
//   steps          |------|------------|---|------|      the same lengths, a frame late
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

struct Variable
{
    static constexpr std::string_view name = "variable";

    constexpr void set_rate(Rate /*has none*/) {}
    constexpr Nanos carried() const { return Nanos::zero(); }

    template <class Overload>
    constexpr StepPlan plan(Nanos frame, const Overload& overload)
    {
        const Nanos dt = overload.admit(frame, frame);
        return {.steps      = dt > Nanos::zero() ? 1 : 0,
                .dt         = dt,
                .dt_seconds = to_seconds(dt),
                .stepped    = dt,
                .dropped    = frame - dt};
    }
};

} // namespace timestep
