// SPDX-License-Identifier: MIT
// timestep/presets/quake.hpp -- the loop of Quake 1, with variable steps and at most 72 frames a second
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
        .promise       = "At most 72 frames a second run a step. No step is longer than 100 ms.",
        .price         = "jumps differ with the frame rate",
        .price_in_full = "The step is variable, so the physics is different at every frame rate.",
        .breaks = "Just above 72 Hz, only every second frame runs a step, because the loop asks once a frame whether "
                  "1/72 s has passed.",
        .choose_it = "Never on purpose; it is why speedrunners lock their frame rate.",
        .ships     = "Quake 1.",
        .differs   = "The original adds a frame in float32 to a double; here both are exact. This shows in frames that "
                     "end within 2e-9 s of 1/72 s: in none of a million random ones. The original asks again and again "
                     "until 1/72 s has passed, so a 75 Hz display shows the game 72 times a second; here the loop asks "
                     "once a frame. This shows on displays above 72 Hz.",
        .default_rate = hz(72),
    },
    [](Rate rate) { return BasicLoop<NoFilter, Gated>{.stepper = Gated{rate}}; });

} // namespace timestep::presets
