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

// What shows it (docs/promises.md):
// in short "a long frame is forgotten, and the next one is late as well": run --seconds 20 --lane fixed-blow-threshold
//     --vsync off --render-cost 2ms --lag spike:60:100ms --csv - => frame_ns[61] == 102000000; frame_ns[62] ==
//     18667000; max(frame_ns[63:]) == 16667000
// promise "Short latenesses are made up,": run --seconds 3600 --lane
//     fixed-blow-threshold,vsync=off,render-cost=2ms,lag=every:10:{0,10,15,20,25,28,29,30,31,32,38,60,100}ms =>
//     fixed-blow-threshold.speed == 1 +- 0.0001 up to 29
// promise "long ones do not make the game race.": run --seconds 20 --lane fixed-blow-threshold --vsync off
//     --render-cost 2ms --lag spike:60:4s --csv - => min(frame_ns[62:]) >= 16666000
// price "The time of a long frame is lost.": run --seconds 60 --lane
//     fixed-blow-threshold,vsync=off,render-cost=2ms,lag=spike:60:{40,100,500,4000}ms =>
//     fixed-blow-threshold.dropped_ms == it + 4 - 16.667 +- 0.5
// price "As the article adds the elapsed time and the interval, the slot after such a frame lies two intervals ahead;":
//     test timestep: the fixed family begins its frames at the times of the article's loops, the first after a whole
//     interval
// price "its guard against a clock that wrapped finds it there when the frame's work is done, and waits one interval
//     from then.": run --seconds 20 --lane fixed-blow-threshold --vsync off --render-cost 5ms --lag spike:60:100ms
//     --csv - => frame_ns[61] == 105000000; frame_ns[62] == 5000000 + 16667000
// breaks "On a machine where one frame in ten takes 40 ms it loses an eighth of the time,": run --seconds 300 --lane
//     fixed-blow-threshold --vsync off --render-cost 0.1ms --lag every:10:39.9ms => fixed-blow-threshold.speed == 1 -
//     1 / 8 +- 0.003
// breaks "and more with every millisecond of work in a frame.": run --seconds 300 --lane
//     fixed-blow-threshold,vsync=off,render-cost={1,2,5,10}ms,lag=every:10:40ms => 10 / fixed-blow-threshold.speed *
//     16.667 == 190 + 2 * it +- 0.2

} // namespace timestep::presets
