// SPDX-License-Identifier: MIT
// timestep/filters/first_frame_zero.hpp -- counts the first frame as zero time
// Source:  Bevy, bevy_time/src/real.rs: at the first update there is no earlier clock reading.
// Promise: the game clock starts at zero, however long loading took.
// Price:   the time of the first frame is lost.
// Breaks:  never.
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

class FirstFrameZero
{
public:
    static constexpr std::string_view name = "first-frame-zero";

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos counted = started_ ? in.frame : Nanos::zero();
        started_            = true;
        return counted;
    }

private:
    bool started_ = false;
};

} // namespace timestep
