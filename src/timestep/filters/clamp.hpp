// SPDX-License-Identifier: MIT
// timestep/filters/clamp.hpp -- limits each frame time to the range from `min` to `max`
// Source:  Quake 1, host.c, Host_FilterTime, 1996 (1 ms to 100 ms); PixiJS ticker, minFPS 10 (100 ms).
// Promise: a frame counts for at least `min` and at most `max`, whatever the clock measured.
// Price:   slow motion while frames are longer than `max`, fast motion while frames are shorter than `min`.
// Breaks:  the time that the limits cut off is not reported as dropped; only filter_error of the plan contains it.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

struct Clamp
{
    static constexpr std::string_view name = "clamp";

    Nanos min = 1ms;   ///< a shorter frame time counts as this long; 0 or more
    Nanos max = 100ms; ///< a longer frame time counts as this long; not less than min

    constexpr Nanos filter(const FrameInput& in) const
    {
        return detail::max(detail::at_least(min, 0ns), detail::min(in.frame, max));
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<Clamp, &Clamp::min>("min", "ms", 0.0, 10.0, "Shorter frames count as this long."),
            knob<Clamp, &Clamp::max>("max", "ms", 10.0, 1000.0, "Longer frames count as this long."),
        };
    }
};

} // namespace timestep
