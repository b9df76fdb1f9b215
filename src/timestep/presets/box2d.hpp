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

// What shows it (docs/promises.md):
// in short "speed follows the frame rate": run --seconds 3600 --lane box2d,display-hz={30,50,59.94,60,75,144,240} =>
//     box2d.speed == it / 60 +- 0.0001
// promise "One step a frame, always the same.": run --seconds 3600 --lane box2d --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => min(dt_ns) == max(dt_ns); min(steps) == 1; max(steps) == 1;
//     max(tail_ns) == 0
// price "The speed of the game is the frame rate times dt.": run --seconds 3600 --lane
//     box2d,vsync=off,hz=50,render-cost={2,5,10,20,40,100}ms => box2d.speed == 20 / it +- 0.0001
// breaks "On a slow machine it is slow motion;": run --seconds 3600 --lane
//     box2d,vsync=off,render-cost={5,10,16,17,20,40}ms => box2d.speed < 0.999 from 17
// breaks "without the wait that the samples end a frame with, 144 Hz is 2.4 times too fast.": run --seconds 3600
//     --lane box2d --display-hz 144 => box2d.speed == 2.4 +- 0.0001

} // namespace timestep::presets
