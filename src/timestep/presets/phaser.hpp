// timestep/presets/phaser.hpp
// Source:  Phaser 3, physics/arcade/World.js, update: while (elapsed >= msPerFrame) step.
// Promise: the physics only ever sees dt.
// Price:   there is no alpha: on any other display than 60 Hz it stutters.
// Breaks:  there is no cap: a tab that slept for a minute wakes up to 3,600 steps.
// Differs: Phaser hands it the delta of its ten-frame mean; set the filter to moving-average for that. It shows from
//          the first frame on that is not 1/60 s long.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto phaser(Rate rate = hz(60)) { return BasicLoop<NoFilter, Fixed>{.stepper = Fixed{rate}}; }

} // namespace timestep::presets
