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

} // namespace timestep::presets
