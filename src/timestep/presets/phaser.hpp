// timestep/presets/phaser.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_millis.hpp"

namespace timestep::presets
{

inline constexpr auto phaser = preset(
    {
        .name           = "phaser",
        .title          = "Phaser 3, arcade physics",
        .group          = Group::engines,
        .source         = "Phaser 3, arcade/World.js",
        .source_in_full = "Phaser 3, physics/arcade/World.js, update: while (elapsed >= msPerFrame) step, in "
                          "milliseconds kept in doubles.",
        .checked = "Source read: Phaser 3, src/physics/arcade/World.js as in 3.70, src/core/TimeStep.js at 02c34cd6.",
        .promise = "The physics only ever sees dt.",
        .price   = "stutters, and no cap of its own",
        .price_in_full = "There is no alpha: it stutters on most displays, and most of all on one of 60 Hz, where a "
                         "frame is a hair more or less than a step.",
        .breaks    = "The physics has no cap of its own: a frame of a minute is 3,600 steps. As shipped Phaser never "
                     "hands it one: a delta over 200 ms is replaced by an older one.",
        .choose_it = "To see what arcade physics does by default.",
        .ships     = "Phaser 3.23 and later.",
        .differs = "Phaser hands it the delta of its ten-frame mean, and for the first 120 frames, and again after the "
                   "window was left, counts none longer than 1/60 s; set the filter to moving-average for the mean. It "
                   "shows from the first frame on that is not 1/60 s long.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FixedMillis>{.stepper = FixedMillis{rate}}; });

// What shows it (docs/promises.md):
// in short "stutters, and no cap of its own": plan --loop phaser --frames minute.csv => max(steps) == 3600;
//     sum(dropped_ns) == 0
// promise "The physics only ever sees dt.": run --seconds 3600 --lane phaser --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => min(dt_ns) == max(dt_ns); max(tail_ns) == 0
// price "There is no alpha: it stutters on most displays, and most of all on one of 60 Hz,": run --scene
//     uniform-motion --seconds 3600 --lane phaser,display-hz={24,50,60,72,75,90,120,144,240} =>
//     phaser.animation_error_mean_ms > 4; phaser.animation_error_mean_ms > 11 only at 60
// price "where a frame is a hair more or less than a step.": run --seconds 60 --lane phaser --csv - => max(abs(f / 1e9
//     - 1 / 60) for f in frame_ns[1:]) < 1e-9; set(steps[10:]) == {0, 1, 2}
// breaks "The physics has no cap of its own: a frame of a minute is 3,600 steps.": plan --loop phaser --frames
//     minute.csv => max(steps) == 3600
// breaks "As shipped Phaser never hands it one: a delta over 200 ms is replaced by an older one.": plan --loop phaser
//     --set filter=moving-average --frames minute.csv => max(steps) == 1; max(filtered_ns) <= 16666668

} // namespace timestep::presets
