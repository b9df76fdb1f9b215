// SPDX-License-Identifier: MIT
// timestep/presets/variable_filtered.hpp -- one variable step a frame, as long as the mean of recent frames
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/moving_average.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto variable_filtered = preset(
    {
        .name           = "variable-filtered",
        .title          = "Variable, filtered",
        .group          = Group::articles,
        .source         = "Phaser 3; sokol",
        .source_in_full = "Phaser 3, core/TimeStep.js (mean of 10 frames; frames over 200 ms are replaced); "
                          "sokol_app.h (weight 0.025).",
        .promise = "Timer noise in the motion is reduced to a tenth. A late frame of up to 200 ms does not become a "
                   "long step.",
        .price   = "the clock lags, stutter is hidden",
        .price_in_full = "The clock of the animation lags behind the real one. A stutter is spread over ten frames. A "
                         "frame over 200 ms is lost.",
        .breaks        = "After every change of the frame rate, the speed is wrong for ten frames.",
        .choose_it     = "When a late frame looks worse than a clock that is off by its delay.",
        .ships         = "Phaser 3 (mean of 10 frames), sokol (exponential average).",
        .differs =
            "Phaser fills its window with 1/60 s, counts no frame of the first 120 as longer than 1/60 s, and replaces "
            "a long frame by the one ten frames before. Here the mean is of the frames so far, and a long frame is "
            "replaced by the newest one that was not long. This shows in frames 1 to 129 and at long frames.",
        .has_rate = false,
    },
    [](Rate rate) {
        return BasicLoop<MovingAverage, Variable>{.filter = MovingAverage{10, 200ms}, .stepper = Variable{rate}};
    });

} // namespace timestep::presets
