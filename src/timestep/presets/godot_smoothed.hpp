// timestep/presets/godot_smoothed.hpp
// Source:  Godot 4, main/main_timer_sync.cpp, DeltaSmoother in front of MainTimerSync.
// Promise: once the display is known every delta is a whole number of its periods.
// Price:   periods are whole microseconds: at 60 Hz 16,666 us, so a step is missing every seven minutes.
// Breaks:  below 50 fps at the start it never gets going; 59.94 Hz is taken for 60.
// Differs: A clock that runs backwards is let in by the engine (#35563); here it buys nothing. The engine smooths
//          only while VSYNC is on; here always: it shows from frame 180 on, when the guess is complete.
//  frames  |----|---|-----|----|---|------|
//  counted |----|----|----|----|----|----|
//  steps   |----|----|----|----|----|----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/godot_smoother.hpp"
#include "timestep/steppers/godot.hpp"

namespace timestep::presets
{

constexpr auto godot_smoothed(Rate rate = hz(60)) { return BasicLoop<GodotSmoother, Godot>{.stepper = Godot{rate}}; }

} // namespace timestep::presets
