// SPDX-License-Identifier: MIT
// timestep/presets/raylib.hpp -- the loop of raylib with SetTargetFPS(60): sleeps, then spins
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_share.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto raylib = preset(
    {
        .name   = "raylib",
        .title  = "raylib, SetTargetFPS(60)",
        .group  = Group::engines,
        .source = "raylib, rcore.c",
        .source_in_full =
            "raylib, src/rcore.c, EndDrawing and WaitTime: after SetTargetFPS(60) a frame waits for the rest of 1/60 "
            "s; it sleeps for 95 % of this wait and spins for 5 %. GetFrameTime is the dt of most games.",
        .checked       = "Source read: raysan5/raylib, src/rcore.c at abe23bf8.",
        .promise       = "Every frame runs one step. A frame is never shorter than 1/60 s.",
        .price         = "lateness is never made up",
        .price_in_full = "A frame that is late makes all later frames late, so the frame rate is at most 60 and mostly "
                         "a little less.",
        .breaks        = "When a sleep of 15 ms ends more than 0.8 ms late, the frame is late.",
        .choose_it     = "To see what SetTargetFPS does.",
        .ships         = "raylib games that call SetTargetFPS.",
        .differs =
            "GetFrameTime returns a float32 number: the step there differs by up to 1 ns at 60 frames a second. A "
            "frame of zero time runs a step there, and none here. raylib built with SUPPORT_BUSY_WAIT_LOOP spins only.",
        .has_rate = false,
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Variable, Unlimited, SleepShare>{.stepper = Variable{rate},
                                                                    .pacer   = SleepShare{hz(60)}};
    });

} // namespace timestep::presets
