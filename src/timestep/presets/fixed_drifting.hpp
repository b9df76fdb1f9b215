// timestep/presets/fixed_drifting.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_drifting = preset(
    {
        .name           = "fixed-drifting",
        .title          = "Fixed, drifting",
        .group          = Group::articles,
        .source         = "Treatment to cure a broken time step",
        .source_in_full = "\"Treatment to cure a broken time step\", as the fix not to use: next = now on release.",
        .promise        = "No frame is ever shorter than dt.",
        .price          = "every lateness is for good",
        .price_in_full  = "What a frame is late is never made up: the game is slow by the sum of all latenesses.",
        .breaks         = "One frame of 20 ms in ten, and it runs 2 % slow for ever.",
        .choose_it      = "Never: it is here to be seen.",
        .ships          = "Nobody on purpose; many by accident: `next = now + h`.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                          .pacer   = SleepAndYield{rate, Late::drift}};
    });

// What shows it (docs/promises.md):
// in short "every lateness is for good": run --seconds 300 --lane
//     fixed-drifting,vsync=off,render-cost=2ms,lag=every:10:{0,10,14,18,28,38}ms => fixed-drifting.frame_mean_ms ==
//     16.667 + max(0, it + 2 - 16.667) / 10 +- 0.01
// promise "No frame is ever shorter than dt.": run --seconds 3600 --lane fixed-drifting --vsync off --lag
//     random:0ms..30ms+spike:300:4s --csv - => min(frame_ns[1:]) >= 16666666
// price "What a frame is late is never made up: the game is slow by the sum of all latenesses.": => sum(dropped_ns) ==
//     sum(max(0, f - 16666667) for f in frame_ns) +- 1%
// breaks "One frame of 20 ms in ten, and it runs 2 % slow for ever.": run --seconds 3600 --lane fixed-drifting --vsync
//     off --render-cost 2ms --lag every:10:18ms => fixed-drifting.speed == 0.98 +- 0.001; fixed-drifting.frame_max_ms
//     == 20

} // namespace timestep::presets
