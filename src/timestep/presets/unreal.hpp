// timestep/presets/unreal.hpp
// Source:  Unreal Engine, UPhysicsSettings: MaxSubstepDeltaTime 1/60 s, MaxSubsteps 6.
// Promise: no step is longer than dt, nothing is carried over, and the steps of a frame are equal.
// Price:   the step is another one in every frame, so no run can be reproduced.
// Breaks:  a frame longer than 100 ms is cut: slow motion below 10 fps.
// Differs: The engine divides in float32; here the quotient is a double. It shows in the eighth digit of dt from the
//          first frame on, and in the count only of a frame that is within a nanosecond of whole steps.
//  frames  |----------|--------|-------------|
//  steps   |-----|----|---|----|----|----|---|      equal within a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/substepped.hpp"

namespace timestep::presets
{

constexpr auto unreal(Rate rate = hz(60)) { return BasicLoop<NoFilter, Substepped>{.stepper = Substepped{rate, 6}}; }

} // namespace timestep::presets
