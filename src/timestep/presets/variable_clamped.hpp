// timestep/presets/variable_clamped.hpp
// Source:  Quake 1, host.c (1 ms to 100 ms); PixiJS, Ticker, minFPS 10 (100 ms).
// Promise: as variable, and no step is longer than 100 ms.
// Price:   slow motion for as long as frames are longer than that.
// Breaks:  at 10 fps a step is still 100 ms long: the spring has exploded long before.
//  frames  |------|--------------------|---|
//  steps          |------|----------|---|      cut to 100 ms
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/clamp.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

constexpr auto variable_clamped(Rate rate = hz(60))
{
    return BasicLoop<Clamp, Variable>{.filter = {1ms, 100ms}, .stepper = Variable{rate}};
}

} // namespace timestep::presets
