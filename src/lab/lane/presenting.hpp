// lab/lane/presenting.hpp -- what a frame shows of a world: its newest state, or one before or beyond it
#pragma once

#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

namespace lab
{

/// The time that the plan's picture shows, less the newest state's: negative where it looks back.
timestep::Nanos behind_newest(const timestep::StepPlan& plan);

/// Writes the state that the plan's picture shows. `held` is what a look ahead takes for the player's input.
void present(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& held,
             scenes::AnyState& shown);

} // namespace lab
