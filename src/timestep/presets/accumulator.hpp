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

} // namespace timestep::presets
