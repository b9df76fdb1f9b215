// timestep/presets/unity.hpp
// Source:  Unity, Time: fixedDeltaTime 0.02 s, maximumDeltaTime 1/3 s (older projects 0.1 s).
// Promise: FixedUpdate only ever sees 20 ms.
// Price:   without interpolation one frame in six does not move on a 60 Hz display.
// Breaks:  a third of a second of steps is a lot: one slow frame makes the next sixteen steps slow.
// Differs: Unity keeps seconds in floating point; here they are exact: it shows in frames that end within their
//          rounding of a step. From an empty accumulator a capped frame buys 16 steps; with more than 6.67 ms carried
//          it is 17.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto unity(Rate rate = hz(50))
{
    return BasicLoop<NoFilter, Fixed, CapFrameTime>{.stepper = Fixed{rate}, .overload = {333'333'333ns}};
}

} // namespace timestep::presets
