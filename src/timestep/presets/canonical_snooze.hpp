// timestep/presets/canonical_snooze.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/pacers/render_if_stepped.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto canonical_snooze = preset(
    {
        .name           = "canonical-snooze",
        .title          = "Canonical, step and snooze",
        .group          = Group::articles,
        .source         = "Watte",
        .source_in_full = "J. Watte, \"Canonical Game Loop\": render only if stepped, else sleep a few milliseconds.",
        .promise        = "No picture is drawn twice, and the core sleeps in between.",
        .price          = "frame rate is step rate",
        .price_in_full  = "The frame rate is the step rate at most, and a step is late by up to a nap.",
        .breaks = "Where naps are coarse: with ticks of 15.6 ms a 120 Hz display shows 92 pictures a second, not 100.",
        .choose_it = "When a picture per step is enough and the machine should stay cool.",
        .ships     = "Tools, board games, games on battery.",
        .differs =
            "The original compares and clears what is carried as well; here only the frame is replaced, so that the "
            "phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock, RenderIfStepped>{.stepper  = FixedStep{rate},
                                                                             .overload = {100ms}};
    });

// What shows it (docs/promises.md):
// in short "frame rate is step rate": run --seconds 3600 --lane canonical-snooze --display-hz 144 --csv - => sum(s!=''
//     for s in screen_s) / seconds == 100 +- 0.05
// promise "No picture is drawn twice,": => sum(n==0 and s!='' for n, s in zip(steps, screen_s)) == 0
// promise "and the core sleeps in between.": run --seconds 3600 --lane
//     canonical-snooze,vsync=off,render-cost={0.5,1,2,5}ms => canonical-snooze.spin_share == 0;
//     canonical-snooze.frame_mean_ms > 1.7
// price "The frame rate is the step rate at most,": run --seconds 360 --lane canonical-snooze --vsync off
//     --render-cost 0.5ms --csv - => sum(s!='' for s in screen_s) <= 36000
// price "and a step is late by up to a nap.": run --seconds 360 --lane canonical-snooze --vsync off --render-cost
//     0.7ms --csv - => max(c for c, n in zip(carried_ns, steps) if n) == 2000000 +- 700000
// breaks "Where naps are coarse:": run --scene uniform-motion --seconds 360 --lane
//     canonical-snooze,vsync=off,render-cost=1ms,sleep-tick={1,2,5,10,12,15.6,20}ms =>
//     canonical-snooze.animation_error_mean_ms > 2.4 only at 12, 15.6
// breaks "with ticks of 15.6 ms a 120 Hz display shows 92 pictures a second, not 100.": run --scene uniform-motion
//     --seconds 360 --lane canonical-snooze --display-hz 120 --sleep-tick 15.6ms --csv - => sum(s!='' for s in
//     screen_s) / 360 == 92 +- 0.5

} // namespace timestep::presets
