// SPDX-License-Identifier: MIT
// timestep/presets/love.hpp -- the loop of LOVE: one step as long as the frame, and a sleep of 1 ms
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/nap.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto love = preset(
    {
        .name           = "love",
        .title          = "LOVE",
        .group          = Group::engines,
        .source         = "LOVE, callbacks.lua",
        .source_in_full = "LOVE, src/modules/love/callbacks.lua, love.run: dt = love.timer.step(), update(dt), draw, "
                          "present, love.timer.sleep(0.001).",
        .checked        = "Source read: love2d/love, src/modules/love/callbacks.lua at 042d4a1e.",
        .promise = "The simulation keeps up with the clock. Every frame runs one step. Without VSYNC, too, the loop "
                   "sleeps in every frame.",
        .price   = "long frames are long steps",
        .price_in_full =
            "The physics is different at every frame rate. A step is as long as the frame, without a limit.",
        .breaks    = "A long frame is a long step. Stiff springs explode.",
        .choose_it = "To see what love.run does by default. A game that needs equal steps replaces love.run, or "
                     "accumulates dt in love.update.",
        .ships     = "LOVE, for every game that does not define love.run.",
        .differs   = "A frame of zero time calls love.update with zero there, and runs no step here.",
        .has_rate  = false,
    },
    [](Rate rate) { return BasicLoop<NoFilter, Variable, Unlimited, Nap>{.stepper = Variable{rate}}; });

} // namespace timestep::presets
