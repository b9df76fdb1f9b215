// timestep/presets/semi_fixed.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/semi_fixed.hpp"

namespace timestep::presets
{

inline constexpr auto semi_fixed = preset(
    {
        .name           = "semi-fixed",
        .title          = "Semi-fixed timestep",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Semi-fixed timestep\".",
        .promise        = "No step is longer than dt, and the simulation keeps up with the clock.",
        .price          = "never the same run twice",
        .price_in_full  = "The short last step differs from frame to frame, so no run can be reproduced.",
        .breaks         = "When a step costs more than dt: each frame then buys more of them (spiral of death).",
        .choose_it      = "When steps must be short but need not be equal: no replay, no network.",
        .ships          = "Small engines; the inner loop of many others.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, SemiFixed>{.stepper = SemiFixed{rate}}; });

// What shows it (docs/promises.md):
// in short "never the same run twice": run --seconds 60 --lane semi-fixed,jitter=1ms,vsync=off,seed={2,3,4,5} --lane
//     semi-fixed,jitter=1ms,vsync=off,seed=1,name=first => semi-fixed.state_hash != first.state_hash
// promise "No step is longer than dt,": run --seconds 3600 --lane semi-fixed --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => max(dt_ns) == 16666667; max(tail_ns) < 16666667
// promise "and the simulation keeps up with the clock.": run --seconds 3600 --lane
//     semi-fixed,display-hz={30,50,60,75,144,240},lag=random:0ms..30ms+spike:300:4s => semi-fixed.speed == 1 +-
//     0.0001; semi-fixed.dropped_ms == 0
// price "The short last step differs from frame to frame,": run --seconds 60 --lane semi-fixed --timer-noise 0.1ms
//     --csv - => len(set(tail_ns)) > 3000
// price "so no run can be reproduced.": run --seconds 60 --lane semi-fixed,display-hz={50,60,75,144} =>
//     semi-fixed.reproducible == 0
// breaks "When a step costs more than dt:": run --seconds 3600 --lane semi-fixed,vsync=off,step-cost={14..20/0.5}ms =>
//     semi-fixed.frame_max_ms > 1000 from 17; semi-fixed.speed < 0.999 from 17
// breaks "each frame then buys more of them (spiral of death).": run --seconds 40 --lane semi-fixed --vsync off
//     --step-cost 20ms --csv - => all(a<=b for a, b in zip(steps, steps[1:])) == True; steps[-1] > 300

} // namespace timestep::presets
