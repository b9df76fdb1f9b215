// timestep/presets/box2d.hpp
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
        .promise        = "One step a frame, always the same.",
        .price          = "speed follows the frame rate",
        .price_in_full  = "The speed of the game is the frame rate times dt.",
        .breaks = "On a slow machine it is slow motion; without the wait that the samples end a frame with, 144 Hz is "
                  "2.4 times too fast.",
        .choose_it = "For a demo on the display that it was written on.",
        .ships     = "The samples of Box2D.",
        .differs =
            "The samples wait at the end of a frame until 1/60 s is over, so that they never run too fast; here the "
            "display paces them. It shows above 60 Hz. The 4 substeps of a step are the solver's own business.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
