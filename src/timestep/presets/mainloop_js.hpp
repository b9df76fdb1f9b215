// timestep/presets/mainloop_js.hpp
// Source:  I. Sloan, MainLoop.js, 2015: after 240 steps in a frame it panics; the rest stays due.
// Promise: no time is ever lost.
// Price:   after a pause of a minute the game runs at 240 steps a frame until it has caught up.
// Breaks:  alpha leaves [0, 1) while there is debt: it is 60 after a frame of 5 s.
// Differs: The library calls panic() and leaves the debt to the game; here it is kept. It shows in the frame after
//          one of 240 steps, if the game would have forgiven it.
//  frames  |------------------------|----|----|
//  steps   |----|----|----|----|----|----|----|----|      at most so many a frame; the rest comes later
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/keep_debt.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto mainloop_js(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Fixed, KeepDebt>{
        .stepper = Fixed{rate}, .overload = {240}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
