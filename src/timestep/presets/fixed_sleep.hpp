// SPDX-License-Identifier: MIT
// timestep/presets/fixed_sleep.hpp -- one step of fixed size a frame; sleeps, then spins until the next frame
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
        .promise =
            "With VSYNC off, the game runs at the right speed on any display. The loop does not use all of a core.",
        .price = "spins for all but the first 6 ms of every frame",
        .price_in_full =
            "The loop sleeps one millisecond at a time until 6 ms after the time when the frame was due. It spins for "
            "the rest: for 9.7 to 10.7 of 16.7 ms, if the game's work is done within those 6 ms.",
        .breaks = "When a sleep takes longer than the time left after those 6 ms, that frame is late and the next one "
                  "is shorter.",
        .choose_it = "When VSYNC is off and half of a core may be used; the pacer `hybrid` is better.",
        .ships     = "Old PC games.",
        .differs   = "The original counts whole milliseconds, so its 16 ms are 62.5 Hz; here the rate is exact. This "
                     "shows from the first frame on, which is due after 16.67 ms.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                          .pacer   = SleepAndYield{rate}};
    });

} // namespace timestep::presets
