// lab/lane/presenting.hpp -- computes the state that a frame's picture shows: the newest state of a world, or a state
// before or after it
#pragma once

#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

namespace lab
{

/// Returns the simulated time that the plan's picture shows minus the time of the newest state. It is negative for a
/// loop that interpolates between the last two states.
timestep::Nanos behind_newest(const timestep::StepPlan& plan);

/// Writes the state that the plan's picture shows to `shown`. For render_tick, which steps a copy of the world ahead,
/// `held` is the user's input.
void present(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& held,
             scenes::AnyState& shown);

} // namespace lab
