// timestep/presets/dewitters.hpp
// Source:  deWiTTERS, "deWiTTERS Game Loop", 2007: absolute deadlines, 25 Hz, MAX_FRAMESKIP 5, interpolation.
// Promise: a constant game speed independent of a variable frame rate, and a picture that is on time.
// Price:   what was missed stays due: after a pause it runs at five steps a frame until it has caught up.
// Breaks:  on a machine that is too slow for good the debt grows without end.
// Differs: GetTickCount, and with it its 10 to 16 ms, is replaced by nanoseconds. The article interpolates by current
//          + velocity * alpha; here it is between the last two states. The steps differ where GetTickCount was late.
//  frames  |------|--------|---|---------|
//  steps   |----|----|----|----|----|----|==      == is simulated in advance
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/keep_debt.hpp"
#include "timestep/steppers/deadline.hpp"

namespace timestep::presets
{

constexpr auto dewitters(Rate rate = hz(25))
{
    return BasicLoop<NoFilter, Deadline, KeepDebt>{
        .stepper = Deadline{rate}, .overload = {5}, .presentation = Presentation::interpolate};
}

} // namespace timestep::presets
