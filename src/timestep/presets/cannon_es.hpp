// SPDX-License-Identifier: MIT
// timestep/presets/cannon_es.hpp -- the fixed step of cannon-es, at most 10 steps a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto cannon_es = preset(
    {
        .name           = "cannon-es",
        .title          = "cannon-es",
        .group          = Group::engines,
        .source         = "cannon-es 0.20.0, World.step",
        .source_in_full = "cannon-es 0.20.0, World.step(1/60, dt, 10): at most 10 steps; then accumulator %= 1/60, in "
                          "seconds kept in a double.",
        .checked        = "Source read, and run beside this loop: npm cannon-es 0.20.0, dist/cannon-es.js.",
        .promise        = "Every step is exactly dt long. No frame runs more than 10 steps.",
        .price          = "slow motion beyond 10 steps",
        .price_in_full  = "Below 6 frames a second the game runs in slow motion.",
        .breaks    = "On a 60 Hz clock that rounds up to whole nanoseconds, every frame runs one step; one that rounds "
                     "down gives a frame without a step.",
        .choose_it = "To see what World.step does with all three arguments. World.fixedStep measures the frame time "
                     "and calls it with them.",
        .ships     = "cannon-es, and with the same rule cannon.js.",
        .differs = "The engine also stops its steps when they have taken longer than 1/60 s to compute, and drops the "
                   "others; here it does not, because a loop that asks for the computing time cannot be reproduced. "
                   "The engine offers interpolatedPosition for drawing; set the presentation to interpolate for it.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, FixedSeconds>{.stepper = FixedSeconds{rate, 10}};
    });

} // namespace timestep::presets
