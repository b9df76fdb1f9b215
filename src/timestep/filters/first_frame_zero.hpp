// timestep/filters/first_frame_zero.hpp -- the first frame counts as no time at all
// Source:  Bevy, bevy_time/src/real.rs: the first update has nothing to measure from.
// Promise: whatever loading took, the game starts at zero.
// Price:   one frame's time, once.
// Breaks:  nothing.
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
