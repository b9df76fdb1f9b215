// SPDX-License-Identifier: MIT
// timestep/presets/interpolated.hpp -- runs full steps and draws a state between the last two states
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto interpolated = preset(
    {
        .name           = "interpolated",
        .title          = "Interpolated",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"The final touch\".",
        .promise = "Every step is exactly dt long. The picture is smooth at every frame rate. A long frame cannot "
                   "start a spiral of death.",
        .price   = "the picture is one step old",
        .price_in_full =
            "The picture is one dt old. A frame longer than 250 ms is cut, and the game falls behind by the rest.",
        .breaks = "When a step takes longer to compute than dt, the game runs in slow motion. The frames do not grow "
                  "without end.",
        .choose_it = "Try it first: it is right for most games. Raise the step rate if the picture must be younger.",
        .ships     = "Most games with their own engine.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, CapFrameTime>{
            .stepper = FixedStep{rate}, .overload = {250ms}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
