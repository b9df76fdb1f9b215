// SPDX-License-Identifier: MIT
// timestep/presets/accumulator.hpp -- runs all full steps that are due and carries the remaining time to the next frame
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
        .promise = "Every step is exactly dt long. Stepped plus carried time equals the measured time exactly. Runs "
                   "can be reproduced.",
        .price   = "stutters when step rate and refresh rate differ",
        .price_in_full = "When the refresh rate is not the step rate, some frames run no step and others run several. "
                         "The picture stutters although the frame rate is perfect.",
        .breaks    = "When a step takes longer to compute than dt, frames get longer and longer. Each frame then runs "
                     "more steps than the one before (spiral of death).",
        .choose_it = "Without a screen: servers, tests, replays, machine learning.",
        .ships     = "Dedicated servers; most loops below are built on it.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FixedStep>{.stepper = FixedStep{rate}}; });

} // namespace timestep::presets
