// SPDX-License-Identifier: MIT
// timestep/filters/whole_ticks.hpp -- counts the whole ticks of a coarse clock; a fraction counts in a later frame
// Source:  pygame, src_c/time.c, Clock.tick(), which subtracts two readings of SDL_GetTicks() in whole milliseconds.
// Promise: the counted time is never more than a tick behind the measured time.
// Price:   frames of equal length count as different lengths: 16.67 ms as 16, 17, 17, 16, ... ms.
// Breaks:  at frames shorter than a tick: most of them count as zero time.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

class WholeTicks
{
public:
    static constexpr std::string_view name = "whole-ticks";

    Nanos tick = 1ms; ///< length of a tick of the coarse clock, 1 ns or more

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos waiting = rest_ + in.frame;
        rest_               = waiting % detail::at_least(tick, 1ns);
        return waiting - rest_;
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<WholeTicks, &WholeTicks::tick>("tick", "ms", 0.001, 100.0, "The unit in which the clock counts.")};
    }

private:
    Nanos rest_{}; // measured time that is less than a tick and counts in a later frame
};

} // namespace timestep
