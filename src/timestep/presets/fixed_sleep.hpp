// timestep/presets/fixed_sleep.hpp
// Source:  "Treatment to cure a broken time step": Sleep(1) while more than sleep_threshold remains, then spin.
// Promise: the right speed on any display, without burning all of a core.
// Price:   with a threshold of 6 ms more than a third of every frame is still spun away.
// Breaks:  where a nap takes longer than the threshold: then every frame is late.
// Differs: The original counts whole milliseconds, so that its 16 ms are 62.5 Hz; here the rate is exact. It shows
//          from the second frame on, which is due after 16.67 ms.
//  frames  |----zzz...|---zzzz...|----zzz...|      z: naps, .: spinning
//  steps   |----|     |----|     |----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto fixed_sleep(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                      .pacer   = SleepAndYield{rate}};
}

} // namespace timestep::presets
