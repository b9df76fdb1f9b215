// SPDX-License-Identifier: MIT
// timestep/presets/fixed.hpp -- one step of fixed size in each frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed = preset(
    {
        .name           = "fixed",
        .title          = "Fixed delta time",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Fixed delta time\".",
        .promise = "Every frame runs one step, exactly dt long. The loop measures no time, so a wrong clock cannot "
                   "disturb it.",
        .price   = "speed follows the frame rate",
        .price_in_full = "The game's speed is the frame rate times dt. It is right at one refresh rate only.",
        .breaks    = "At 144 Hz the game runs 2.4 times too fast. With frames of 40 ms it runs at 0.42 of real time.",
        .choose_it = "When the display is known and VSYNC never fails: a console, an arcade cabinet.",
        .ships     = "Console games on a known display; emulators.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
