// SPDX-License-Identifier: MIT
// timestep/presets/variable.hpp -- one step in each frame, as long as the measured frame time
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto variable = preset(
    {
        .name           = "variable",
        .title          = "Variable delta time",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Variable delta time\".",
        .promise        = "The simulation keeps up with the clock. Every frame runs one step.",
        .price          = "long frames are long steps",
        .price_in_full  = "The physics is different at every frame rate. No two runs are alike.",
        .breaks         = "A long frame is a long step. Stiff springs explode. Fast balls pass through walls.",
        .choose_it =
            "When nothing is stiff, nothing is fast and nothing must be reproduced: menus, particles, cameras.",
        .ships    = "Most engines, for everything that is not physics.",
        .has_rate = false,
    },
    [](Rate rate) { return BasicLoop<NoFilter, Variable>{.stepper = Variable{rate}}; });

} // namespace timestep::presets
