// timestep/presets/fixed_busy_wait.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/busy_wait.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_busy_wait = preset(
    {
        .name           = "fixed-busy-wait",
        .title          = "Fixed, busy-wait",
        .group          = Group::articles,
        .source         = "Treatment to cure a broken time step",
        .source_in_full = "\"Treatment to cure a broken time step\": spin until now >= next; next += h.",
        .promise        = "With VSYNC off the right speed on any display, as punctual as the clock.",
        .price          = "burns a core",
        .price_in_full  = "A whole core, all the time.",
        .breaks = "After a break: it plays in fast forward until all of that is made up. And where every frame takes "
                  "longer than dt, or a display with VSYNC is slower, it never does.",
        .choose_it = "When nothing but punctuality counts and the machine is plugged in: a measuring rig.",
        .ships     = "Old PC games.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, BusyWait>{.stepper = FrameLocked{rate},
                                                                     .pacer   = BusyWait{rate}};
    });

// What shows it (docs/promises.md):
// in short "burns a core": run --seconds 300 --lane fixed-busy-wait,vsync=off,render-cost={1,2,5,10,16}ms =>
//     fixed-busy-wait.spin_share == 1 - it * 0.06 +- 0.001
// promise "With VSYNC off the right speed on any display,": run --seconds 3600 --lane
//     fixed-busy-wait,vsync=off,display-hz={30,60,144} => fixed-busy-wait.speed == 1 +- 0.00001
// promise "as punctual as the clock.": => fixed-busy-wait.frame_max_ms == 16.667 +- 0.001;
//     fixed-busy-wait.frame_p50_ms == 16.667 +- 0.001
// price "A whole core, all the time.": run --seconds 300 --lane fixed-busy-wait,vsync=off,render-cost={1,2,5,10,16}ms
//     => fixed-busy-wait.spin_share + it * 0.06 == 1 +- 0.001
// breaks "After a break: it plays in fast forward until all of that is made up.": run --seconds 60 --lane
//     fixed-busy-wait,vsync=off,lag=break:2s:{1,4,20}s => fixed-busy-wait.speed == 1 +- 0.0001;
//     fixed-busy-wait.frame_mean_ms == 16.667 +- 0.001; fixed-busy-wait.frame_max_ms == 1000 * it + 2
// breaks "And where every frame takes longer than dt,": run --seconds 300 --lane
//     fixed-busy-wait,vsync=off,render-cost={14..20/0.2}ms => fixed-busy-wait.speed < 0.999 from 16.8
// breaks "or a display with VSYNC is slower, it never does.": run --seconds 300 --lane
//     fixed-busy-wait,display-hz={30,50,55,60,75,144,240} => fixed-busy-wait.speed < 0.999 up to 55;
//     fixed-busy-wait.speed == min(1, it / 60) +- 0.0001

} // namespace timestep::presets
