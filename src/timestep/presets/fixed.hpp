// timestep/presets/fixed.hpp
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
        .promise        = "The physics sees one dt, for ever; nothing to measure, nothing to go wrong in it.",
        .price          = "speed follows the frame rate",
        .price_in_full  = "The speed of the game is the frame rate times dt: right on one display only.",
        .breaks         = "At 144 Hz it runs 2.4 times too fast, with 40 ms frames at 0.42 of real time.",
        .choose_it      = "When the display is known and VSYNC never fails: a console, an arcade cabinet.",
        .ships          = "Console games that own their display; emulators.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
