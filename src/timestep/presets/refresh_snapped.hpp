// timestep/presets/refresh_snapped.hpp
// Source:  A. Weissflog, sokol_time.h, stm_round_to_common_refresh_rate, on averaged frames; periods of 60 to 240 Hz.
// Promise: on a display of a common rate the steps come evenly, whatever the timer's noise.
// Price:   what is snapped away is never given back: a 59.94 Hz display makes the game lose a millisecond a second.
// Breaks:  without VSYNC, where a frame near a period means nothing.
// Differs: sokol_app averages in its own way; here it is the mean of 8 frames, begun anew at a frame that is off by
//          more than 1 ms. It shows in frames whose average is near the edge of a period's tolerance.
//  frames  |----|---|-----|----|---|------|
//  counted |----|----|----|----|----|----|
//  steps   |----|----|----|----|----|----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/snap_to_refresh.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto refresh_snapped(Rate rate = hz(60))
{
    return BasicLoop<SnapToRefresh, Fixed, CapFrameTime>{.stepper = Fixed{rate}, .overload = {250ms}};
}

} // namespace timestep::presets
