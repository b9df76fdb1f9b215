// timestep/presets/step_ahead.hpp
// Source:  bevy_rapier, TimestepMode::Interpolated; deWiTTERS, 2007: simulate past the clock, then blend back to it.
// Promise: smooth, and the picture is not a step old.
// Price:   input takes effect up to a step later, since the step it belongs to has been taken already.
// Breaks:  when a step costs more than dt: slow motion, as interpolated.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|==      == is simulated in advance
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/steppers/deadline.hpp"

namespace timestep::presets
{

constexpr auto step_ahead(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, Deadline, CapFrameTime>{
        .stepper = Deadline{rate}, .overload = {250ms}, .presentation = Presentation::step_ahead};
}

} // namespace timestep::presets
