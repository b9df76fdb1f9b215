// timestep/presets/box2d.hpp
// Source:  Box2D 3, samples/sample.cpp: one b2World_Step(1/60 s, 4 substeps) per rendered frame.
// Promise: one step a frame, always the same.
// Price:   the speed of the game is the frame rate times dt.
// Breaks:  at 144 Hz it runs 2.4 times too fast.
// Differs: The 4 substeps of a step are the solver's own business. No frame differs.
//  frames  |------|------------|---|------|
//  steps   |----| |----|       |---|----| |----|      always one, always the same
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto box2d(Rate rate = hz(60)) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; }

} // namespace timestep::presets
