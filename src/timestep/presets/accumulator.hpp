// timestep/presets/accumulator.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto accumulator = preset(
    {
        .name           = "accumulator",
        .title          = "Accumulator",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Free the physics\".",
        .promise        = "The physics only ever sees dt, the clock is kept exactly, and runs can be reproduced.",
        .price          = "stutters against the display",
        .price_in_full =
            "Frames and steps beat against each other: the picture stutters although the frame rate is perfect.",
        .breaks    = "When a step costs more than dt: each frame buys more steps than the last (spiral of death).",
        .choose_it = "When nobody looks: servers, tests, replays, machine learning.",
        .ships     = "Dedicated servers, and every loop below at heart.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FixedStep>{.stepper = FixedStep{rate}}; });

// What shows it (docs/promises.md):
// in short "stutters against the display": run --scene uniform-motion --seconds 3600 --lane
//     accumulator,display-hz={24,50,72,75,90,120,144,240} => accumulator.animation_error_mean_ms > 4
// promise "The physics only ever sees dt,": run --seconds 3600 --lane accumulator --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => min(dt_ns) == max(dt_ns); max(tail_ns) == 0
// promise "the clock is kept exactly,": => sum(frame_ns) == sum(stepped_ns) + carried_ns[-1]; abs(sum(stepped_ns) * 60
//     - sum(steps) * 1000000000) < 60; sum(dropped_ns) == 0
// promise "and runs can be reproduced.": run --ticks 20000 --lane
//     accumulator,display-hz={50,75,144,240},timer-noise=2ms,lag=spike:300:4s --lane accumulator,name=even =>
//     accumulator.state_hash == even.state_hash; accumulator.reproducible == 1
// price "Frames and steps beat against each other:": run --scene uniform-motion --seconds 3600 --lane
//     accumulator,display-hz={50,72,75,90,120,144,240} => accumulator.zero_step_share + accumulator.multi_step_share
//     == abs(60 / it - 1) +- 0.0001
// price "the picture stutters although the frame rate is perfect.": run --scene uniform-motion --seconds 3600 --lane
//     accumulator,timer-noise={0.001,0.01,0.1,1}ms => accumulator.animation_error_mean_ms == 7.4 +- 0.2;
//     accumulator.frame_p50_ms == 16.667 +- 0.1
// breaks "When a step costs more than dt:": run --seconds 3600 --lane accumulator,vsync=off,step-cost={14..20/0.5}ms
//     => accumulator.frame_max_ms > 1000 from 17; accumulator.speed < 0.999 from 17
// breaks "each frame buys more steps than the last (spiral of death).": run --seconds 40 --lane accumulator --vsync
//     off --step-cost 20ms --csv - => all(a<=b for a, b in zip(steps, steps[1:])) == True; steps[-1] > 300

} // namespace timestep::presets
