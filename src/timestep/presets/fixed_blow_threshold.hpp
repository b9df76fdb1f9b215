// timestep/presets/fixed_blow_threshold.hpp
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
        .source_in_full = "\"Treatment to cure a broken time step\": more than 32 ms after the last slot, that is, one "
                          "interval late: time += dt, and then time += interval as always; a slot that lies ahead: "
                          "time = now.",
        .promise        = "Short latenesses are made up, long ones do not make the game race.",
        .price          = "a long frame is forgotten, and the next one is late as well",
        .price_in_full = "The time of a long frame is lost. As the article adds the elapsed time and the interval, the "
                         "slot after such a frame lies two intervals ahead; its guard against a clock that wrapped "
                         "finds it there when the frame's work is done, and waits one interval from then.",
        .breaks = "On a machine where one frame in ten takes 40 ms it loses an eighth of the time, and more with every "
                  "millisecond of work in a frame.",
        .choose_it = "As fixed-sleep, when the program may be stopped for a while: a debugger, a suspended laptop.",
        .ships     = "Old PC games.",
        .differs   = "The original counts whole milliseconds, so that its 16 ms are 62.5 Hz; here the rate is exact.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{
            .stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate, Late::forgive, 32ms}};
    });

} // namespace timestep::presets
