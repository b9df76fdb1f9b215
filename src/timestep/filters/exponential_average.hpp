// SPDX-License-Identifier: MIT
// timestep/filters/exponential_average.hpp -- replaces each frame time by a running average
//     average += weight * (frame time - average)
// Source:  sokol_app.h by A. Weissflog, sapp_frame_duration (weight 0.025, clamped to 1 us - 100 ms, reset past 4 ms).
// Promise: removes nearly all timer noise and stores only one number.
// Price:   after the frame rate changes by a few percent, the game's speed is wrong for dozens of frames.
// Breaks:  the game clock drifts from the wall clock: time removed by smoothing is never added back.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

class ExponentialAverage
{
public:
    static constexpr std::string_view name = "exponential-average";

    double weight = 0.025; ///< share of the difference by which each frame time moves the average, 0.001 to 1
    Nanos min     = 1us;   ///< a shorter frame time counts as this long; 0 or more
    Nanos max     = 100ms; ///< a longer frame time counts as this long; not less than min
    Nanos reset   = 4ms;   ///< a frame time that differs from the average by more than this becomes the new average

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos least  = detail::at_least(min, 0ns);
        const auto frame   = static_cast<double>(detail::max(least, detail::min(in.frame, max)).count());
        const double error = frame - average_;
        const double limit = static_cast<double>(reset.count());
        average_           = error > limit || error < -limit
                                 ? frame
                                 : average_ + detail::product(detail::in_range(weight, 0.001, 1.0), error);
        return Nanos{static_cast<std::int64_t>(average_ + 0.5)};
    }

    static constexpr auto knobs()
    {
        using E = ExponentialAverage;
        return std::array{
            knob<E, &E::weight>("weight", "", 0.001, 1.0, "How much of the newest frame's error is taken in."),
            knob<E, &E::min>("min", "us", 0.0, 10000.0, "Shorter frames count as this long."),
            knob<E, &E::max>("max", "ms", 10.0, 1000.0, "Longer frames count as this long."),
            knob<E, &E::reset>("reset", "ms", 0.1, 100.0, "A frame further off than this starts a new average."),
        };
    }

private:
    double average_ = -1e18; // far from every frame time, so that the first frame starts the average
};

} // namespace timestep
