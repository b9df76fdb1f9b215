// lab/lane/shown_state.hpp -- the simulated time and state that a frame shows
#pragma once

#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

namespace lab
{

using timestep::Nanos;

/// Simulated time that a frame shows minus the newest simulated time; never positive for an interpolated frame.
Nanos shown_minus_newest_time(const timestep::StepPlan& plan);
/// Simulated time that a frame shows minus the newest simulated time, in s and not rounded to nanoseconds.
double shown_minus_newest_seconds(const timestep::StepPlan& plan);

/// Computes the state that a frame shows. `last_input` is the input of the newest physics step.
void compute_shown_state(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last_input,
                         scenes::AnyState& shown);

} // namespace lab
