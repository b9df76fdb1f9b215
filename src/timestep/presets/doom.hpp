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

// What shows it (docs/promises.md):
// in short "35 pictures a second": run --seconds 3600 --lane doom --display-hz 144 --csv - => sum(s!='' for s in
//     screen_s) / seconds == 35 +- 0.01
// promise "The game is the same on every machine, tic for tic: demos can be recorded.": run --ticks 20000 --lane
//     doom,display-hz={50,60,75,144},vsync=on --lane doom,vsync=off,name=other => doom.state_hash == other.state_hash;
//     doom.reproducible == 1
// price "A picture per tic: 35 a second.": run --seconds 3600 --lane doom,display-hz={50,60,75,144} =>
//     doom.zero_step_share == 0; doom.steps_max == 1; doom.frames / seconds == 35 +- 0.01
// breaks "Beyond five tics behind, time is lost.": run --seconds 60 --lane
//     doom,vsync=off,render-cost={100,130,142,143,150,172,200}ms => doom.dropped_ms > 0 from 143; doom.steps_max == 5
//     from 130

} // namespace timestep::presets
