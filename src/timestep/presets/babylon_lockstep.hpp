// SPDX-License-Identifier: MIT
// timestep/presets/babylon_lockstep.hpp -- the deterministic lockstep of Babylon.js, at most 4 steps a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/clamp.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/babylon.hpp"

namespace timestep::presets
{

inline constexpr auto babylon_lockstep = preset(
    {
        .name   = "babylon-lockstep",
        .title  = "Babylon.js, deterministic lockstep",
        .group  = Group::engines,
        .source = "Babylon.js 7.54.3, Scene.animate",
        .source_in_full =
            "Babylon.js 7.54.3, scene.js, animate, with deterministicLockstep: floor(time / (1/60 s)) steps, at most "
            "lockstepMaxSteps, 4; a frame is at least 1 ms and at most 1000 ms; the other due steps wait.",
        .checked       = "Source read, and run beside this loop: npm @babylonjs/core 7.54.3, scene.js and "
                         "Engines/abstractEngine.js.",
        .promise       = "Every step is exactly dt long. No frame runs more than 4 steps.",
        .price         = "runs fast after a pause until it has caught up",
        .price_in_full = "After a pause of one second the game runs 4 steps a frame until it has caught up.",
        .breaks = "Below 15 frames a second the game falls behind more and more. Above 1,000 frames a second it runs "
                  "too fast, because a frame counts for at least 1 ms.",
        .choose_it = "When a Babylon.js scene must be reproduced.",
        .ships     = "Babylon.js, with deterministicLockstep: true.",
        .differs   = "Without deterministicLockstep, which is the default, a frame is one step of 1 to 1,000 ms: the "
                     "preset variable-clamped with another limit.",
    },
    [](Rate rate)
    { return BasicLoop<Clamp, Babylon>{.filter = {.min = 1ms, .max = 1000ms}, .stepper = Babylon{rate}}; });

} // namespace timestep::presets
