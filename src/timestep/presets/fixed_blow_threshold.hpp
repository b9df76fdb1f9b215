// timestep/presets/fixed_blow_threshold.hpp
// Source:  "Treatment to cure a broken time step": late by more than 32 ms, or a clock that ran backwards: next =
//          now.
// Promise: short latenesses are made up, long ones do not make the game race.
// Price:   the time of a long frame is lost.
// Breaks:  on a machine that is always later than the threshold: then it drifts.
// Differs: The original adds the elapsed time and the interval, so that the next frame is due two intervals on: a
//          stall, unless its guard against a clock that wrapped steps in. Here the next frame is due one interval on.
//          It shows in the frame after one that was late by more than 32 ms.
//  due     |    |    |    |    |    |    |
//  frames  |----|------|--|--------------|----|      made up; forgiven
//  steps   |----|----|  |--|             |----|----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto fixed_blow_threshold(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{
        .stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate, Late::forgive, 32ms}};
}

} // namespace timestep::presets
