// timestep/presets/extrapolated.hpp
// Source:  J. Watte, "Canonical Game Loop" (EXTRAPOLATE): current + velocity * (time since the newest state).
// Promise: the picture is on time, and smooth as long as nothing turns.
// Price:   every bounce is drawn late: the ball is inside the wall for a frame, then it jumps back.
// Breaks:  fast spins and stiff springs: the error is a*t^2/2.
// Differs: The original compares and clears what is carried as well; here only the frame is replaced, so that the
//          phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.
//  steps   |----|----|----|
//  drawn        ==   ==   ==>      == is guessed from the velocity
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto extrapolated(Rate rate = hz(100))
{
    return BasicLoop<NoFilter, Fixed, RestartClock>{
        .stepper = Fixed{rate}, .overload = {100ms}, .presentation = Presentation::extrapolate};
}

} // namespace timestep::presets
