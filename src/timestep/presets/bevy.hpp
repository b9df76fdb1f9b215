// timestep/presets/bevy.hpp
// Source:  Bevy, crates/bevy_time/src/fixed.rs and virt.rs: whole nanoseconds, 64 Hz, a frame counts for 250 ms at
//          most.
// Promise: a step is a whole number of nanoseconds, and the first frame is no time at all.
// Price:   without interpolation 64 Hz on a 60 Hz display takes a double step every 15 frames.
// Breaks:  when a step costs more than dt: slow motion.
// Differs: Bevy's virtual clock, with its pause and speed, is GameClock here; the cap comes after the speed in both.
//          At speed 1 no frame differs.
//  frames  |..|------|--------|---|---------|      .. counts as nothing
//  steps      |----|----|----|----|----|----|~~
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/first_frame_zero.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

constexpr auto bevy(Rate rate = hz(64))
{
    return BasicLoop<FirstFrameZero, FixedTicks, CapFrameTime>{.stepper  = FixedTicks{rate, 1ns, StepRounding::nearest},
                                                               .overload = {250ms}};
}

} // namespace timestep::presets
