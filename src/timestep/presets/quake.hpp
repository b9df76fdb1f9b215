// timestep/presets/quake.hpp
// Source:  id Software, Quake, host.c, Host_FilterTime: no frame before 1/72 s; a step is 1 ms to 100 ms long.
// Promise: no more than 72 frames a second, and no step longer than 100 ms.
// Price:   a variable step: the physics is a different one at every frame rate.
// Breaks:  just above 72 fps every other frame does nothing.
// Differs: The original keeps seconds in doubles; here they are exact. It shows in frames that end within 1e-15 s of
//          the gate.
//  frames  |--|--|--|--|------|      the gate is two frames wide
//  steps      |-----|  |-------|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/gated.hpp"

namespace timestep::presets
{

constexpr auto quake(Rate rate = hz(72)) { return BasicLoop<NoFilter, Gated>{.stepper = Gated{rate}}; }

} // namespace timestep::presets
