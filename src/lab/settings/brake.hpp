// lab/settings/brake.hpp -- the laboratory's emergency brake, as the lane and the account of its time take it
#pragma once

#include "timestep/step_plan.hpp"

namespace lab
{

/// Of a plan of which only `done` steps were taken: what was left undone is dropped.
constexpr void brake_after(std::int64_t done, timestep::StepPlan& plan)
{
    const timestep::Nanos given_up = (plan.steps - done) * plan.dt + plan.tail;
    plan.steps                     = done;
    plan.tail                      = timestep::Nanos::zero();
    plan.stepped -= given_up;
    plan.dropped += given_up;
}

} // namespace lab
