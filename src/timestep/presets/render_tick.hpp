// timestep/presets/render_tick.hpp
// Source:  J. Tomsu, "Fixed timestep without interpolation", 2024: simulate the remainder on a copy, draw that.
// Promise: the picture is on time and right, bounces and all, with no line of blending code.
// Price:   a copy of the state and one more step for every frame; sounds and events of that step must be kept back.
// Breaks:  where the step does not take any dt: a solver tuned for one step length shows it.
//  steps   |----|----|----|
//  drawn        --   --   --      -- is stepped on a scratch copy, then thrown away
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto render_tick(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Fixed, CapFrameTime>{
        .stepper = Fixed{rate}, .overload = {250ms}, .presentation = Presentation::render_tick};
}

} // namespace timestep::presets
