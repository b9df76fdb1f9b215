// timestep/presets/glaiel.hpp
// Source:  T. Glaiel, "How to make your game run at 60fps", 2019; github.com/TylerGlaiel/FrameTimingControl.
// Promise: on a display of the step rate exactly one step a frame, whatever the timer's noise.
// Price:   the mean of four frames lags, and what is snapped away is never given back.
// Breaks:  more than eight steps behind it forgets everything, without a step.
// Differs: The original asks SDL for the refresh rate, which is a whole number; here the period is taken as told, and
//          60 Hz when it is not known. It shows from the first frame on a display of 59.94 Hz that is told as such.
//  frames  |---|-----|----|------|----|
//  steps   |----|----|----|----|----|~
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/glaiel.hpp"

namespace timestep::presets
{

constexpr auto glaiel(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Glaiel>{.stepper = Glaiel{rate}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
