// timestep/presets/quake3.hpp
// Source:  id Software, Quake III Arena, sv_main.c, SV_Frame: whole milliseconds, sv_fps 20; common.c,
//          Com_ModifyMsec.
// Promise: a step is a whole number of milliseconds.
// Price:   a rate that does not divide 1000 is another rate: 60 is 62.5 Hz.
// Breaks:  when a step costs more than dt: slow motion, after 5 s.
// Differs: The 5 s that a frame counts for at most are those of a dedicated server; in a local game they are 200 ms.
//          It shows in frames longer than that.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

constexpr auto quake3(Rate rate = hz(20))
{
    return BasicLoop<NoFilter, FixedTicks, CapFrameTime>{.stepper      = FixedTicks{rate, 1ms, StepRounding::down},
                                                         .overload     = {5s},
                                                         .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
