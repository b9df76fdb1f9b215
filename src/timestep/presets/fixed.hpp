// timestep/presets/fixed.hpp
// Source:  G. Fiedler, "Fix Your Timestep!", 2004, "Fixed delta time".
// Promise: the physics sees one dt, for ever; nothing to measure, nothing to go wrong in it.
// Price:   the speed of the game is the frame rate times dt: right on one display only.
// Breaks:  at 144 Hz it runs 2.4 times too fast, with 40 ms frames at 0.42 of real time.
//  frames  |------|------------|---|------|
//  steps   |----| |----|       |---|----| |----|      always one, always the same
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto fixed(Rate rate = hz(60)) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; }

} // namespace timestep::presets
