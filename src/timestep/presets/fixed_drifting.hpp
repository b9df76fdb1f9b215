// timestep/presets/fixed_drifting.hpp
// Source:  "Treatment to cure a broken time step", as the fix not to use: next = now on release.
// Promise: no frame is ever shorter than dt.
// Price:   what a frame is late is never made up: the game is slow by the sum of all latenesses.
// Breaks:  one frame of 20 ms in ten, and it runs 2 % slow for ever.
//  due     |         |         |         |
//  frames  |---------|----------|---------|      all that follows is late as well
//  steps   |----|    |----|     |----|    |----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto fixed_drifting(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                      .pacer   = SleepAndYield{rate, Late::drift}};
}

} // namespace timestep::presets
