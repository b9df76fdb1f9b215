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

// What shows it (docs/promises.md):
// in short "20 states a second; clients interpolate": run --seconds 3600 --lane quake3 --timer-noise 1ms --csv - =>
//     sum(steps) / seconds == 20 +- 0.01; set(presentation) == {'interpolate'}
// promise "A step is a whole number of milliseconds.": run --seconds 60 --lane quake3,hz={20,30,60,64,120,144} --csv -
//     => set(d % 1000000 for d in dt_ns) == {0}; len(set(dt_ns)) == 1
// price "A rate that does not divide 1000 is another rate: 60 is 62.5 Hz.": run --seconds 3600 --lane
//     quake3,hz={20,25,40,50,60,64,100} => quake3.steps / seconds == 1000 / (1000 // it) +- 0.02; abs(quake3.steps /
//     seconds - it) > 1 only at 60, 64
// breaks "When a step costs more than dt: slow motion, once frames are 5 s long.": run --seconds 3600 --lane
//     quake3,vsync=off,step-cost={44,46,48,49,51,55,60,70}ms => quake3.speed < 0.999 from 51; quake3.frame_max_ms ==
//     max(0, 100 * it + 2) from 51

} // namespace timestep::presets
