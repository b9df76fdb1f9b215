// timestep/presets/semi_fixed.hpp
// Source:  G. Fiedler, "Fix Your Timestep!", 2004, "Semi-fixed timestep".
// Promise: no step is longer than dt, and the simulation keeps up with the clock.
// Price:   the short last step differs from frame to frame, so no run can be reproduced.
// Breaks:  when the steps of a frame cost more than the frame: each frame then buys more of them (spiral of death).
//  frames  |----------|--------|-------------|
//  steps   |----|----|-||----|---||----|----|--|      nothing is carried over
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/semi_fixed.hpp"

namespace timestep::presets
{

constexpr auto semi_fixed(Rate rate = hz(60)) { return BasicLoop<NoFilter, SemiFixed>{.stepper = SemiFixed{rate}}; }

} // namespace timestep::presets
