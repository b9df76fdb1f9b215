// timestep/presets/accumulator.hpp
// Source:  G. Fiedler, "Fix Your Timestep!", 2004, "Free the physics".
// Promise: the physics only ever sees dt, the clock is kept exactly, and runs can be reproduced.
// Price:   frames and steps beat against each other: the picture stutters although the frame rate is perfect.
// Breaks:  when a step costs more than dt: each frame buys more steps than the last (spiral of death).
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto accumulator(Rate rate = hz(60)) { return BasicLoop<NoFilter, Fixed>{.stepper = Fixed{rate}}; }

} // namespace timestep::presets
