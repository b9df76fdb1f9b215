// timestep/presets/variable_filtered.hpp
// Source:  Phaser 3, core/TimeStep.js (mean of 10 frames, those over 200 ms replaced); sokol_app.h (weight 0.025).
// Promise: timer noise and single late frames are not seen in the motion.
// Price:   the animation's clock lags the real one, and a stutter is smeared over ten frames.
// Breaks:  after every change of the frame rate the speed is wrong for ten frames.
// Differs: Phaser fills its window with 1/60 s at the start and replaces a long frame by the one ten frames before;
//          here the mean is of the frames seen so far, and a long frame is replaced by the newest that was not. It
//          shows in frames 1 to 9.
//  frames  |----|----|---------|----|----|----|
//  steps        |----|-----|-----|-----|-----|      the long one is shared out
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/moving_average.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

constexpr auto variable_filtered(Rate rate = hz(60))
{
    return BasicLoop<MovingAverage, Variable>{.filter = MovingAverage{10, 200ms}, .stepper = Variable{rate}};
}

} // namespace timestep::presets
