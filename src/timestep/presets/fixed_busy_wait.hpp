// timestep/presets/fixed_busy_wait.hpp
// Source:  "Treatment to cure a broken time step": spin until now >= next; next += h.
// Promise: the right speed on any display, as punctual as the clock.
// Price:   a whole core, all the time.
// Breaks:  as soon as a frame takes longer than dt: it never catches up.
//  frames  |----......|---.......|----......|      .: spinning
//  steps   |----|     |----|     |----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/busy_wait.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto fixed_busy_wait(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, FrameLocked, Unlimited, BusyWait>{.stepper = FrameLocked{rate}, .pacer = BusyWait{rate}};
}

} // namespace timestep::presets
