// timestep/presets/quake.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/gated.hpp"

namespace timestep::presets
{

inline constexpr auto quake = preset(
    {
        .name   = "quake",
        .title  = "Quake",
        .group  = Group::engines,
        .source = "Quake 1996, host.c",
        .source_in_full =
            "id Software, Quake, host.c, Host_FilterTime: no frame before 1/72 s; a step is 1 ms to 100 ms long.",
        .checked       = "Source read: id-Software/Quake, WinQuake/host.c and sys_win.c at a8f828a0.",
        .promise       = "No more than 72 frames a second, and no step longer than 100 ms.",
        .price         = "jumps differ with the frame rate",
        .price_in_full = "A variable step: the physics is a different one at every frame rate.",
        .breaks = "Just above 72 Hz a loop that asks once a picture, as this one does, steps in every other one only.",
        .choose_it = "Never on purpose; it is why speedrunners lock their frame rate.",
        .ships     = "Quake 1.",
        .differs = "The original takes a frame as a float32 and adds it to a double; here both are exact: it shows in "
                   "frames that end within 2e-9 s of the gate, in none of a million random ones. And it asks the gate "
                   "again and again until it opens, drawing nothing meanwhile, so that a 75 Hz display shows it 72 "
                   "times a second; here the gate is asked once a frame. It shows on displays above 72 Hz.",
        .default_rate = hz(72),
    },
    [](Rate rate) { return BasicLoop<NoFilter, Gated>{.stepper = Gated{rate}}; });

// What shows it (docs/promises.md):
// in short "jumps differ with the frame rate": run --seconds 60 --lane quake,display-hz={30,50,70,144} --lane
//     quake,display-hz=60,name=on-60 => abs(quake.x_end - on-60.x_end) > 0.01
// promise "No more than 72 frames a second,": run --seconds 3600 --lane
//     quake,display-hz={30,60,72,73,75,100,120,144,165,240,300} => quake.steps / seconds <= 72.01
// promise "and no step longer than 100 ms.": run --seconds 3600 --lane quake --lag random:0ms..150ms+spike:300:4s
//     --csv - => max(dt_ns) == 100000000
// price "A variable step: the physics is a different one at every frame rate.": run --seconds 60 --lane
//     quake,display-hz={30,50,70,144} --lane quake,display-hz=60,name=on-60 => quake.state_hash != on-60.state_hash;
//     quake.reproducible == 0
// breaks "Just above 72 Hz a loop that asks once a picture, as this one does, steps in every other one only.": run
//     --seconds 3600 --lane quake,display-hz={50,60,71,72,73,75,90,100,120,140} => quake.zero_step_share == 0.5 +-
//     0.0001 from 73

} // namespace timestep::presets
