// SPDX-License-Identifier: MIT
// timestep/presets/cocos.hpp -- the physics of Cocos Creator, at most one step a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto cocos = preset(
    {
        .name           = "cocos",
        .title          = "Cocos Creator",
        .group          = Group::engines,
        .source         = "Cocos Creator, physics-system.ts",
        .source_in_full = "Cocos Creator, cocos/physics/framework/physics-system.ts, postUpdate: fixedTimeStep 1/60 s, "
                          "maxSubSteps 1; further due steps stay in the accumulator.",
        .checked = "Source read: cocos/cocos-engine, cocos/physics/framework/physics-system.ts at c9c64f84; the limit "
                   "of the frame time in cocos/game/game.ts of other versions.",
        .promise = "No frame runs more than one step. No time is ever lost.",
        .price   = "the debt is paid back in later frames, if at all",
        .price_in_full = "Below 60 frames a second the physics falls behind more and more. On a display of 144 Hz it "
                         "then runs at 144 steps a second until it has caught up.",
        .breaks        = "On a display of 30 Hz the physics runs at half speed, and owes 0.5 s more after each second.",
        .choose_it     = "To see what the default settings do. A larger maxSubSteps mends it.",
        .ships         = "Cocos Creator 3.",
        .differs       = "The engine replaces a frame of more than one second by a frame of its target rate before the "
                         "physics sees it; here the whole frame counts.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, FixedSeconds>{.stepper = FixedSeconds{rate, 1, true}};
    });

} // namespace timestep::presets
