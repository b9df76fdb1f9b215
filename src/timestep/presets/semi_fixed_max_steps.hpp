// timestep/presets/semi_fixed_max_steps.hpp
// Source:  G. Fiedler, "Fix Your Timestep!", 2004; Quake III, bg_pmove.c, Pmove (steps of 66 ms).
// Promise: as semi-fixed, and never more than 8 steps a frame, the short one included.
// Price:   the rest of a long frame is dropped: slow motion under load.
// Breaks:  still never the same run twice.
//  frames  |----------|----------------------------------|
//  steps   |----|----|-||----|----|----|----|.............|      . is dropped
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_steps.hpp"
#include "timestep/steppers/semi_fixed.hpp"

namespace timestep::presets
{

constexpr auto semi_fixed_max_steps(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, SemiFixed, CapSteps>{.stepper = SemiFixed{rate}, .overload = {8}};
}

} // namespace timestep::presets
