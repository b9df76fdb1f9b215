// SPDX-License-Identifier: MIT
// timestep/presets/variable_clamped.hpp -- one variable step a frame, with a shortest and a longest step
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/clamp.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto variable_clamped = preset(
    {
        .name           = "variable-clamped",
        .title          = "Variable, clamped",
        .group          = Group::articles,
        .source         = "Quake 1996; PixiJS",
        .source_in_full = "Quake 1, host.c (1 ms to 100 ms); PixiJS, Ticker, minFPS 10 (100 ms).",
        .promise = "As with variable, the simulation keeps up with the clock in one step a frame. No step is longer "
                   "than 100 ms.",
        .price   = "slow motion beyond the clamp",
        .price_in_full = "The game runs in slow motion as long as frames are longer than 100 ms. It runs too fast "
                         "above 1,000 frames a second, because a frame counts for at least 1 ms.",
        .breaks        = "At 10 frames a second a step is still 100 ms long. The spring explodes long before that.",
        .choose_it     = "As variable, when the program may be stopped for a while.",
        .ships         = "Quake 1 (1 ms to 100 ms), PixiJS (100 ms).",
        .has_rate      = false,
    },
    [](Rate rate) {
        return BasicLoop<Clamp, Variable>{.filter = {1ms, 100ms}, .stepper = Variable{rate}};
    });

} // namespace timestep::presets
