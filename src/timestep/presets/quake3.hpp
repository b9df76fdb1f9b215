// timestep/presets/quake3.hpp
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
        .promise        = "A step is a whole number of milliseconds.",
        .price          = "20 states a second; clients interpolate",
        .price_in_full  = "A rate that does not divide 1000 is another rate: 60 is 62.5 Hz.",
        .breaks         = "When a step costs more than dt: slow motion, once frames are 5 s long.",
        .choose_it      = "For a server that sends snapshots.",
        .ships          = "Quake III and its kin.",
        .differs = "The 5 s that a frame counts for at most are those of a dedicated server; in a local game they are "
                   "200 ms. It shows in frames longer than that.",
        .default_rate = hz(20),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedTicks, CapFrameTime>{.stepper      = FixedTicks{rate, 1ms, StepRounding::down},
                                                             .overload     = {5s},
                                                             .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
