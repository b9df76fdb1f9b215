// lab/settings/brake.hpp -- the laboratory's brake: it ends a frame that would take seconds to step. Lane and Account
// use it
#pragma once

#include "timestep/step_plan.hpp"

namespace lab
{

/// Changes a plan of which only the first `done` steps were taken: the time of all other steps becomes dropped time.
constexpr void brake_after(std::int64_t done, timestep::StepPlan& plan)
{
    const timestep::Nanos given_up = (plan.steps - done) * plan.dt + plan.tail;
    plan.steps                     = done;
    plan.tail                      = timestep::Nanos::zero();
    plan.stepped -= given_up;
    plan.dropped += given_up;
}

} // namespace lab
