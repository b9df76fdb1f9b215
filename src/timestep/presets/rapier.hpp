// timestep/presets/rapier.hpp
// Source:  bevy_rapier, TimestepMode::Interpolated: diff += dt; while diff > 0: step, diff -= h; blend = (h + diff) /
//          h.
// Promise: smooth, and the picture is not a step old.
// Price:   input takes effect up to a step later.
// Breaks:  there is no cap: when a step costs more than dt, the spiral of death.
// Differs: The plugin keeps seconds in float32; here they are exact. It shows in frames that end within a few
//          nanoseconds of a step.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|==      == is simulated in advance
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/deadline.hpp"

namespace timestep::presets
{

constexpr auto rapier(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Deadline>{.stepper = Deadline{rate}, .presentation = Presentation::step_ahead};
}

} // namespace timestep::presets
