// timestep/presets/canonical_snooze.hpp
// Source:  J. Watte, "Canonical Game Loop": render only if stepped, else sleep a few milliseconds.
// Promise: no picture is drawn twice, and the core sleeps in between.
// Price:   the frame rate is the step rate at most, and a step is late by up to a nap.
// Breaks:  with VSYNC on as well, where the nap makes it miss the display.
// Differs: The original compares and clears what is carried as well; here only the frame is replaced, so that the
//          phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.
//  steps   |----|----|----|
//  frames  |zzzz|zzzz|zzzz|      z: naps
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/pacers/render_if_stepped.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto canonical_snooze(Rate rate = hz(100))
{
    return BasicLoop<NoFilter, Fixed, RestartClock, RenderIfStepped>{.stepper = Fixed{rate}, .overload = {100ms}};
}

} // namespace timestep::presets
