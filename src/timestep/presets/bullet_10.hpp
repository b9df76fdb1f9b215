// timestep/presets/bullet_10.hpp
// Source:  Bullet 3, btDiscreteDynamicsWorld::stepSimulation(timeStep, maxSubSteps = 10, 1/60 s), in float32.
// Promise: the right speed down to 6 fps.
// Price:   the picture is a step old when it is taken from the motion states, and stutters when it is not.
// Breaks:  float32: the account is off by a nanosecond or two a frame.
// Differs: The graphics pose is current + velocity * (A - h); for a semi-implicit Euler step, which is Bullet's, that
//          is the straight line from the previous to the current state, so the presentation is called interpolate.
//          The steps differ in no frame.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over and drawn as alpha
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/bullet.hpp"

namespace timestep::presets
{

constexpr auto bullet_10(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Bullet>{.stepper = Bullet{rate, 10}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
