// timestep/presets/glaiel.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/glaiel.hpp"

namespace timestep::presets
{

inline constexpr auto glaiel = preset(
    {
        .name   = "glaiel",
        .title  = "FrameTimingControl",
        .group  = Group::engines,
        .source = "Glaiel 2019",
        .source_in_full =
            "T. Glaiel, \"How to make your game run at 60fps\", 2019; github.com/TylerGlaiel/FrameTimingControl.",
        .checked = "Source read: TylerGlaiel/FrameTimingControl, frame_timer.cpp at efdb0436.",
        .promise = "On a display of the step rate exactly one step a frame, in spite of timer noise of up to 0.1 ms "
                   "either way.",
        .price   = "four frames of lag, and a clock that drifts",
        .price_in_full = "The mean of four frames lags, and what is snapped away is never given back.",
        .breaks = "A frame of more than eight steps counts as one; and where more than eight are due all the same, it "
                  "forgets everything, without a step.",
        .choose_it = "For a 2D game at the display's own rate that must never stutter.",
        .ships     = "The End Is Nigh, and games that took the code.",
        .differs   = "The original asks SDL for the refresh rate, which is a whole number; here the period is taken as "
                     "told, and 60 Hz when it is not known. It shows from the first frame on a display of 59.94 Hz that "
                     "is told as such."
                     " Its counter is taken for one of 10 MHz.",
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, Glaiel>{.stepper = Glaiel{rate}, .presentation = Presentation::interpolate}; });

// What shows it (docs/promises.md):
// in short "four frames of lag, and a clock that drifts": plan --loop glaiel --frames change.csv => sum(abs(e)>1000000
//     for e in filter_error_ns) == 3
// promise "On a display of the step rate exactly one step a frame,": run --seconds 3600 --lane
//     glaiel,hz={30,50,60,75,120,144},display-hz={30,50,60,75,120,144} => glaiel.steps_max == 1;
//     glaiel.zero_step_share * glaiel.frames <= 1.01
// promise "in spite of timer noise of up to 0.1 ms either way.": run --seconds 3600 --lane
//     glaiel,timer-noise={0.01,0.02,0.05,0.1,0.2,0.3}ms => glaiel.steps_max == 1 up to 0.1; glaiel.zero_step_share *
//     glaiel.frames <= 1.01 up to 0.1
// price "The mean of four frames lags,": plan --loop glaiel --frames change.csv => sum(filter_error_ns) == 25000000 +-
//     20000
// price "and what is snapped away is never given back.": run --seconds 3600 --lane
//     glaiel,vsync=off,render-cost={16.5,16.6,16.8,16.85,16.9}ms => glaiel.speed == 16.6666 / it +- 0.0002 up to 16.85
// breaks "A frame of more than eight steps counts as one;": plan --loop glaiel --frames freeze.csv => steps[3] == 1;
//     dropped_ns[3] == 4000000000 - 16666600
// breaks "and where more than eight are due all the same, it forgets everything, without a step.": plan --loop glaiel
//     --frames seven.csv => steps[4] == 0; carried_ns[4] == 0; dropped_ns[4] > 133000000

} // namespace timestep::presets
