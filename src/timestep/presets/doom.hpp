// timestep/presets/doom.hpp
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
        .source_in_full = "id Software, Doom, d_net.c: 35 tics a second; 5 at most are made ahead, more are lost "
                          "(BACKUPTICS / 2 - 1).",
        .checked        = "Source read: id-Software/DOOM, linuxdoom-1.10/d_net.c at 1ed5f0f8.",
        .promise        = "The game is the same on every machine, tic for tic: demos can be recorded.",
        .price          = "35 pictures a second",
        .price_in_full  = "A picture per tic: 35 a second.",
        .breaks         = "Beyond five tics behind, time is lost.",
        .choose_it      = "For a port of that age, or a game that should feel like it.",
        .ships          = "Doom and its many ports.",
        .differs = "The original gives up waiting for a tic after 20 of them, and draws; that is left out. It shows in "
                   "network games only.",
        .default_rate = hz(35),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, FixedStep, CapSteps, UntilStep>{.stepper = FixedStep{rate}, .overload = {5}}; });

} // namespace timestep::presets
