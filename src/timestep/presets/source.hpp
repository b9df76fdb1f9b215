// timestep/presets/source.hpp
// Source:  Valve, Source: a tick is 15 ms, 66.7 a second (DEFAULT_TICK_INTERVAL).
// Promise: the game only ever sees 15 ms.
// Price:   the picture is a step old.
// Breaks:  when a step costs more than dt: the spiral of death.
// Differs: The engine's own limits on a frame's time are not part of it. It shows in long frames.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto source(Rate rate = every(15ms))
{
    return BasicLoop<NoFilter, Fixed>{.stepper = Fixed{rate}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
