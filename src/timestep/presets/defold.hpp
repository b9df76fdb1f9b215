// SPDX-License-Identifier: MIT
// timestep/presets/defold.hpp -- the fixed update of Defold at 60 Hz; a longer frame is one longer step
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/defold.hpp"

namespace timestep::presets
{

inline constexpr auto defold = preset(
    {
        .name           = "defold",
        .title          = "Defold, update_frequency 60",
        .group          = Group::engines,
        .source         = "Defold, engine.cpp",
        .source_in_full = "Defold, engine/engine/src/engine.cpp, CalcTimeStep: a step is 1/60 s or, if it is longer, "
                          "the frame; a frame is at most 0.5 s; float32 seconds, on a clock of whole microseconds.",
        .checked        = "Source read: defold/defold, engine/engine/src/engine.cpp at cdaa8703.",
        .promise        = "Above 60 frames a second every step is 1/60 s long. No frame runs more than 2 steps.",
        .price          = "below 60 frames a second the step is variable",
        .price_in_full  = "A frame longer than 1/60 s is one step of its own length, up to 0.5 s.",
        .breaks         = "Below 2 frames a second the game runs in slow motion.",
        .choose_it = "To see what display.update_frequency does. Its default is 0: one step a frame, as the preset "
                     "variable with frames of at most 0.5 s.",
        .ships     = "Defold, with update_frequency set.",
        .differs   = "The engine also draws only frames with a step; here every frame is drawn. The fixed_update of "
                     "later versions is another loop and is left out.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, Defold>{.stepper = Defold{rate}}; });

} // namespace timestep::presets
