// SPDX-License-Identifier: MIT
// timestep/presets/quake3.hpp -- the server loop of Quake III, which counts whole milliseconds
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto quake3 = preset(
    {
        .name           = "quake3",
        .title          = "Quake III server",
        .group          = Group::engines,
        .source         = "Quake III 1999, sv_main.c",
        .source_in_full = "id Software, Quake III Arena, sv_main.c, SV_Frame: whole milliseconds, sv_fps 20; common.c, "
                          "Com_ModifyMsec.",
        .checked        = "Source read: id-Software/Quake-III-Arena, code/server/sv_main.c at 01da6d75.",
        .promise        = "A step is a whole number of milliseconds long.",
        .price          = "20 states a second; clients interpolate",
        .price_in_full  = "A rate that does not divide 1000 becomes another rate: 60 Hz becomes 62.5 Hz.",
        .breaks =
            "When a step takes longer to compute than dt, frames grow to 5 s, and then the game runs in slow motion.",
        .choose_it = "For a server that sends snapshots.",
        .ships     = "Quake III and games on its engine.",
        .differs   = "A frame counts for at most 5 s, as on a dedicated server; in a local game the limit is 200 ms. "
                     "This shows in longer frames.",
        .default_rate = hz(20),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedTicks, CapFrameTime>{.stepper      = FixedTicks{rate, 1ms, StepRounding::down},
                                                             .overload     = {5s},
                                                             .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
