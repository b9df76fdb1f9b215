// SPDX-License-Identifier: MIT
// timestep/presets/fixed_blow_threshold.hpp -- one fixed step a frame; after a late frame the next waits are
// shorter, until the frames are on time again; but not if the frame began more than 32 ms after the last planned start
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_blow_threshold = preset(
    {
        .name           = "fixed-blow-threshold",
        .title          = "Fixed, blow threshold",
        .group          = Group::articles,
        .source         = "Treatment to cure a broken time step",
        .source_in_full = "\"Treatment to cure a broken time step\": if more than 32 ms have passed since the last "
                          "frame was due, that is, one interval late: time += dt, and then time += interval as always; "
                          "if the time lies in the future: time = now.",
        .promise        = "Short delays are made up. After a long delay the game does not run fast.",
        .price          = "a long frame is lost, and the next frame is late",
        .price_in_full =
            "The time of a long frame is lost. The article adds both the elapsed time and the interval, so the frame "
            "after it is due two intervals later. When that frame's work is done, the article's guard against an "
            "overflowing clock finds the time in the future, and waits one interval from that moment.",
        .breaks = "When one frame in ten takes 40 ms, the game loses an eighth of the time. It loses more with every "
                  "millisecond of work in a frame.",
        .choose_it = "As fixed-sleep, when the program may be stopped for a while by a debugger or a suspended laptop.",
        .ships     = "Old PC games.",
        .differs   = "The original counts whole milliseconds, so its 16 ms are 62.5 Hz; here the rate is exact.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{
            .stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate, Late::forgive, 32ms}};
    });

} // namespace timestep::presets
