// SPDX-License-Identifier: MIT
// timestep/presets/phaser.hpp -- the loop of Phaser 3's arcade physics, which takes only full steps
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
        .promise = "Every step is exactly dt long.",
        .price   = "stutters, and has no cap of its own",
        .price_in_full = "There is no alpha, so the picture stutters on most displays. It stutters most at 60 Hz, "
                         "where a frame is slightly longer or shorter than a step.",
        .breaks    = "The physics has no cap of its own: a frame of a minute is 3,600 steps. As shipped, Phaser never "
                     "passes such a frame on: a delta over 200 ms is replaced by an older one.",
        .choose_it = "To see what arcade physics does by default.",
        .ships     = "Phaser 3.23 and later.",
        .differs = "Phaser passes the delta of its ten-frame mean to the physics; set the filter to moving-average for "
                   "this mean. For the first 120 frames, and again after the window lost the focus, Phaser counts no "
                   "delta as longer than 1/60 s. This shows from the first frame on that is not 1/60 s long.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FixedMillis>{.stepper = FixedMillis{rate}}; });

} // namespace timestep::presets
