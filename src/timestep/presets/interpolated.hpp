// timestep/presets/interpolated.hpp
// Source:  G. Fiedler, "Fix Your Timestep!", 2004, "The final touch".
// Promise: the physics only ever sees dt, the picture is smooth at every frame rate, a long frame cannot snowball.
// Price:   the picture is one dt old; a frame longer than 250 ms is cut, and the game falls behind by the rest.
// Breaks:  when a step costs more than dt: no spiral without end, but slow motion.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|~~      ~~ is carried over and drawn as alpha
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto interpolated(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Fixed, CapFrameTime>{
        .stepper = Fixed{rate}, .overload = {250ms}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
