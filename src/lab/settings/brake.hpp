// lab/settings/brake.hpp -- the program's brake: stops a frame whose physics steps would take seconds to compute
#pragma once

#include "timestep/step_plan.hpp"

namespace lab
{

/// Changes the plan of a frame that was stopped after its first `done` steps: the time of its remaining steps becomes
/// dropped time.
constexpr void brake_after(std::int64_t done, timestep::StepPlan& plan)
{
    const timestep::Nanos given_up = (plan.steps - done) * plan.dt + plan.tail;
    plan.steps                     = done;
    plan.tail                      = timestep::Nanos::zero();
    plan.stepped -= given_up;
    plan.dropped += given_up;
}

} // namespace lab
