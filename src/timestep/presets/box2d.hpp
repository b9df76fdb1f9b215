// SPDX-License-Identifier: MIT
// timestep/presets/box2d.hpp -- the loop of the Box2D samples, one step of 1/60 s in each frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto box2d = preset(
    {
        .name           = "box2d",
        .title          = "Box2D samples",
        .group          = Group::engines,
        .source         = "Box2D, samples/",
        .source_in_full = "Box2D 3, samples/sample.cpp: one b2World_Step(1/60 s, 4 substeps) per rendered frame.",
        .checked        = "Source read: erincatto/box2d, samples/sample.cpp at 04b0e92e, samples/main.cpp at 039108ce.",
        .promise        = "Every frame runs one step, always of the same length.",
        .price          = "speed follows the frame rate",
        .price_in_full  = "The game's speed is the frame rate times dt.",
        .breaks = "On a slow machine the game runs in slow motion. Without the wait at the end of the samples' frames, "
                  "it runs 2.4 times too fast at 144 Hz.",
        .choose_it = "For a demo that only runs on the display it was written for.",
        .ships     = "The samples of Box2D.",
        .differs   = "The samples wait at the end of each frame until 1/60 s is over, so that they never run too fast; "
                     "here the display paces the loop. This shows above 60 Hz. The 4 substeps of a step belong to the "
                     "solver, not to the loop.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
