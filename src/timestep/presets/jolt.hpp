// timestep/presets/jolt.hpp
// Source:  Jolt Physics, TestFramework/Application/Application.cpp: one step at most, residual = min(h, w - h).
// Promise: no frame ever costs more than one step.
// Price:   below the step rate the game slows down with the frame rate.
// Breaks:  a 50 Hz display plays a 60 Hz game at 0.83 of its speed.
// Differs: The samples keep seconds in float32; here they are exact. It shows in frames that end within a few
//          nanoseconds of a step.
//  frames  |--|--|--|--------------|--|
//  steps     |----|                |----|----|      the rest of the long frame is dropped
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/at_most_one.hpp"

namespace timestep::presets
{

constexpr auto jolt(Rate rate = hz(60)) { return BasicLoop<NoFilter, AtMostOne>{.stepper = AtMostOne{rate}}; }

} // namespace timestep::presets
