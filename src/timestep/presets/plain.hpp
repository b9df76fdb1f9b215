// SPDX-License-Identifier: MIT
// timestep/presets/plain.hpp -- one step of fixed size in each frame; never waits
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/free_running.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto plain = preset(
    {
        .name           = "plain",
        .title          = "Plain loop",
        .group          = Group::articles,
        .source         = "game-loop primers",
        .source_in_full = "the first loop of every primer: clear, update, draw, flip.",
        .promise        = "Nothing but the game runs between two frames.",
        .price          = "the machine sets the speed",
        .price_in_full  = "The game's speed is the speed of the machine.",
        .breaks    = "It is wrong on every machine that is faster or slower than the author's. At a thousand frames a "
                     "second the game is 17 times too fast.",
        .choose_it = "Never, except as a benchmark: the other loops are measured against it.",
        .ships     = "Games of home computers and arcade boards whose speed was known.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked, Unlimited, FreeRunning>{.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
