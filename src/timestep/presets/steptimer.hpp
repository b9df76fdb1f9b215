// timestep/presets/steptimer.hpp
// Source:  Microsoft, DirectX Tool Kit, StepTimer.h: 100 ms at most, within 0.25 ms of a step is a step, 166,666
//          ticks.
// Promise: on a 60 Hz display one update a frame, whatever the timer's noise.
// Price:   there is no alpha, and a 59.94 Hz display runs the game 0.1 % slow.
// Breaks:  frames that were snapped and frames that were not do not add up.
// Differs: Its variable mode is the preset variable; in its fixed mode no frame differs.
//  frames  |---|-----|----|------------|
//  steps   |----|----|----|----|----|----|~
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/step_timer.hpp"

namespace timestep::presets
{

constexpr auto steptimer(Rate rate = hz(60)) { return BasicLoop<NoFilter, StepTimer>{.stepper = StepTimer{rate}}; }

} // namespace timestep::presets
