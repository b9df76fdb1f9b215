// SPDX-License-Identifier: MIT
// timestep/presets/glaiel.hpp -- T. Glaiel's FrameTimingControl, which rounds frame times to refresh periods and
// averages them
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
        .promise = "On a display whose refresh rate is the step rate, every frame runs exactly one step. Timer noise "
                   "of up to 0.1 ms either way does not change that.",
        .price   = "four frames of lag, and a clock that drifts",
        .price_in_full = "The mean of four frames lags behind. Time that is lost by snapping to the refresh period is "
                         "never given back.",
        .breaks    = "A frame longer than eight steps counts as one step. If more than eight steps are due in another "
                     "way, the loop forgets all of them and runs no step.",
        .choose_it = "For a 2D game at the display's own rate that must never stutter.",
        .ships     = "The End Is Nigh, and games that use its code.",
        .differs = "The original asks SDL for the refresh rate, which is a whole number; here the given refresh period "
                   "is used, and 60 Hz when it is unknown. This shows from the first frame on when a 59.94 Hz display "
                   "is reported as such. The counter is assumed to run at 10 MHz.",
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, Glaiel>{.stepper = Glaiel{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
