// timestep/presets/bullet.hpp
// Source:  Bullet 3, btDiscreteDynamicsWorld::stepSimulation(timeStep, maxSubSteps = 1, 1/60 s), in float32.
// Promise: one call a frame, never more than one step.
// Price:   all steps that are due are paid for and only one is run: a frame of two steps loses one.
// Breaks:  frames of 16,667, 16,667 and 16,666 us buy 2, 1 and 0 steps, and one of the three is lost.
// Differs: The graphics pose is current + velocity * (A - h); for a semi-implicit Euler step, which is Bullet's, that
//          is the straight line from the previous to the current state, so the presentation is called interpolate.
//          The steps differ in no frame.
//  frames  |----|---------|----|
//  steps   |----|----|    |----|      the second one of the long frame is paid for, and not run
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/bullet.hpp"

namespace timestep::presets
{

constexpr auto bullet(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Bullet>{.stepper = Bullet{rate, 1}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
