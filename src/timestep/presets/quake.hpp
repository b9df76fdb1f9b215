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

} // namespace timestep::presets
