// timestep/presets/fixed_sleep.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_sleep = preset(
    {
        .name           = "fixed-sleep",
        .title          = "Fixed, sleep and yield",
        .group          = Group::articles,
        .source         = "Treatment to cure a broken time step",
        .source_in_full = "\"Treatment to cure a broken time step\": sleep(1) while less than sleep_threshold has "
                          "passed since the last slot, then spin.",
        .promise        = "With VSYNC off the right speed on any display, without burning all of a core.",
        .price          = "spins for all but the first 6 ms of every frame",
        .price_in_full  = "It naps, a millisecond at a time, until 6 ms after a frame's slot, and spins for the rest: "
                          "for 9.7 to 10.7 of 16.7 ms, if the game's work is done within those 6.",
        .breaks = "Where a nap takes longer than what the threshold leaves: then that frame is late, and the next one "
                  "shorter.",
        .choose_it =
            "When the display is free-running and half of a core is no matter; `hybrid` as the pacer is better.",
        .ships   = "Old PC games.",
        .differs = "The original counts whole milliseconds, so that its 16 ms are 62.5 Hz; here the rate is exact. It "
                   "shows from the first frame on, which is due after 16.67 ms.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                          .pacer   = SleepAndYield{rate}};
    });

// What shows it (docs/promises.md):
// in short "spins for all but the first 6 ms of every frame": run --seconds 300 --lane
//     fixed-sleep,vsync=off,render-cost={0.5,1,2,3,4,5,5.9}ms => fixed-sleep.spin_share * 16.667 == 10.2 +- 0.5
// promise "With VSYNC off the right speed on any display,": run --seconds 3600 --lane
//     fixed-sleep,vsync=off,display-hz={30,60,144},sleep-late=1ms => fixed-sleep.speed == 1 +- 0.00001
// promise "without burning all of a core.": => fixed-sleep.spin_share == 0.61 +- 0.01
// price "It naps, a millisecond at a time, until 6 ms after a frame's slot,": run --seconds 300 --lane
//     fixed-sleep,vsync=off,render-cost={0.5,1,2,3,4,5,5.9}ms => fixed-sleep.frame_max_ms == 16.667 +- 0.001
// price "and spins for the rest: for 9.7 to 10.7 of 16.7 ms, if the game's work is done within those 6.": =>
//     fixed-sleep.spin_share * 16.667 <= 10.67; fixed-sleep.spin_share * 16.667 >= 9.66
// price "": run --seconds 300 --lane fixed-sleep,vsync=off,render-cost={0.5,1,2,3,4,5,6,7,8}ms =>
//     fixed-sleep.spin_share * 16.667 >= 9.66 up to 7
// breaks "Where a nap takes longer than what the threshold leaves:": run --seconds 300 --lane
//     fixed-sleep,vsync=off,sleep-late={1,2,4,6,8,9,11,12,15,20}ms => fixed-sleep.frame_max_ms > 16.7 from 11
// breaks "then that frame is late, and the next one shorter.": => fixed-sleep.frame_p50_ms == 16.667 +- 0.001;
//     fixed-sleep.speed == 1 +- 0.0001

} // namespace timestep::presets
