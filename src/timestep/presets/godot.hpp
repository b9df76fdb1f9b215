// timestep/presets/godot.hpp
// Source:  Godot 4, main/main_timer_sync.cpp: 60 Hz, physics_jitter_fix 0.5, at most 8 steps a frame.
// Promise: on a noisy 60 Hz clock the steps come one, one, one.
// Price:   the delta that is reported differs from the one measured by up to half a step, and so does the picture.
// Breaks:  where the pattern changes: on a 59.94 Hz display now and then a frame of two steps comes early or late.
// Differs: A clock that runs backwards is let in by the engine (#35563); here it buys nothing. It shows in the first
//          negative frame.
//  frames  |----|---|-----|----|---|------|
//  steps   |----|----|----|----|----|----|      one each, as long as the clock is off by less than half a step
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/godot.hpp"

namespace timestep::presets
{

constexpr auto godot(Rate rate = hz(60)) { return BasicLoop<NoFilter, Godot>{.stepper = Godot{rate}}; }

} // namespace timestep::presets
