// SPDX-License-Identifier: MIT
// timestep/presets/doom.hpp -- the loop of Doom, with 35 tics (steps) a second
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_steps.hpp"
#include "timestep/pacers/until_step.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto doom = preset(
    {
        .name           = "doom",
        .title          = "Doom",
        .group          = Group::engines,
        .source         = "Doom 1993, d_net.c",
        .source_in_full = "id Software, Doom, d_net.c: 35 tics a second; at most 5 are made ahead, further ones are "
                          "lost (BACKUPTICS / 2 - 1).",
        .checked        = "Source read: id-Software/DOOM, linuxdoom-1.10/d_net.c at 1ed5f0f8.",
        .promise        = "The game runs the same on every machine, tic for tic, so demos can be recorded.",
        .price          = "35 pictures a second",
        .price_in_full  = "There is one picture per tic: 35 a second.",
        .breaks         = "When the game is more than five tics behind, time is lost.",
        .choose_it      = "For a port of a game of that age, or for a game that should feel like one.",
        .ships          = "Doom and its many ports.",
        .differs = "The original's clock counts whole microseconds; here it is exact. This shows in 22 of a million "
                   "random frames of 1 to 50 ms, which run their tic one frame later or earlier. The original stops "
                   "waiting for a tic after 20 tics, and draws; this is left out. This shows in network games only.",
        .default_rate = hz(35),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, FixedStep, CapSteps, UntilStep>{.stepper = FixedStep{rate}, .overload = {5}}; });

} // namespace timestep::presets
