// timestep/presets/cute.hpp
// Source:  R. Gaul, cute_framework, src/cute_time.cpp: at most 5 steps are due; the first frame is given 1/60 s.
// Promise: the first frame steps, and a long one costs five steps at most.
// Price:   what is carried is cut along with a long frame; a step is cut off to whole ticks.
// Breaks:  on exact 60 Hz frames there is one update too many every 70 minutes.
// Differs: The engine's interpolant is a float32; here it is a double: they differ by less than 1e-7 from the first
//          frame on, the steps never. Its counter is taken for one of 10 MHz.
//  frames  |----|----|----|
//  steps   |----|----|----|----|      two in the first frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/steppers/cute.hpp"

namespace timestep::presets
{

constexpr auto cute(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Cute, CapAccumulator>{
        .stepper = Cute{rate}, .overload = {.steps = 5}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
