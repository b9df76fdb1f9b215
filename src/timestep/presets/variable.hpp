// timestep/presets/variable.hpp
// Source:  G. Fiedler, "Fix Your Timestep!", 2004, "Variable delta time".
// Promise: the simulation keeps up with the clock, with one step a frame.
// Price:   the physics is a different one at every frame rate; no two runs are alike.
// Breaks:  a long frame is a long step: stiff springs explode, fast balls pass through walls.
//  frames  |------|------------|---|------|
//  steps          |------|------------|---|------|      the same lengths, a frame late
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

constexpr auto variable(Rate rate = hz(60)) { return BasicLoop<NoFilter, Variable>{.stepper = Variable{rate}}; }

} // namespace timestep::presets
