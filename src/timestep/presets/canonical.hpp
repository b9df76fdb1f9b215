// timestep/presets/canonical.hpp
// Source:  J. Watte, "Canonical Game Loop" (INTERPOLATE), 100 Hz, restarted after 0.05 s to 0.1 s.
// Promise: a debugger break or a load costs one step, however long it was.
// Price:   the picture is one dt old; a frame longer than 100 ms counts as 10 ms.
// Breaks:  on a machine whose frames are always longer than 100 ms: a tenth of the speed.
// Differs: The original compares and clears what is carried as well; here only the frame is replaced, so that the
//          phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays. As
//          printed its blend is (cur - oldstatetime) / h, which is in [1, 2) and so extrapolates; here it is (cur -
//          newstatetime) / h.
//  frames  |------|--------------------------|---|
//  steps   |----|----|                       |----|      the long frame counts as one step
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto canonical(Rate rate = hz(100))
{
    return BasicLoop<NoFilter, Fixed, RestartClock>{
        .stepper = Fixed{rate}, .overload = {100ms}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
