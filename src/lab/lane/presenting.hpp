// lab/lane/presenting.hpp -- computes the state that a picture shows: the newest state, a state between the last two,
// or a predicted later state
#pragma once

#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

namespace lab
{

/// Returns the simulated time that the picture of a frame shows, minus the simulated time of the newest state. It is
/// negative for a loop that interpolates between the last two states, and positive for a loop that predicts a state.
timestep::Nanos behind_newest(const timestep::StepPlan& plan);
/// Returns the simulated time that the picture of a frame shows, minus the simulated time of the newest state, in
/// seconds. Unlike behind_newest(), it is not rounded to nanoseconds.
double seconds_behind_newest(const timestep::StepPlan& plan);

/// Computes the state that the picture of a frame shows, and writes it to `shown`. A loop with the presentation
/// render_tick shows a state after the newest one: a copy of the world is stepped by the carried time to find it, with
/// `held` as the user's input.
void present(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& held,
             scenes::AnyState& shown);

} // namespace lab
