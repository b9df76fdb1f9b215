// sim/machine/step_rate_mismatch.hpp -- how often frames of equal length run no step, or several steps, at a given step
// rate
#pragma once

#include <algorithm>
#include <cmath>

namespace sim
{

/// How often frames run no step or several steps, if all frames are equally long and every due step runs.
struct StepRateMismatch
{
    double zero_step_frames_per_s =
        0.0; ///< frames per second without a step; without blending, they repeat the previous frame
    double multi_step_frames_per_s = 0.0; ///< frames a second with two or more steps
    /// Breaks per second in the regular pattern of steps, such as 1 with 60 steps and 59 frames per second.
    /// Without interpolation, each break is visible as judder. The range is 0 to half of the lower rate.
    double beat_hz = 0.0;
};

/// Compares two positive rates. A beat frequency below 1e-9 of the lower rate is a rounding error and counts as 0.
inline StepRateMismatch step_rate_mismatch(double step_hz, double frame_hz)
{
    const auto [lower_hz, higher_hz] = std::minmax(step_hz, frame_hz);
    const double beat_hz = std::abs(higher_hz - std::floor(higher_hz / lower_hz + 0.5) * lower_hz);
    return {.zero_step_frames_per_s = std::max(0.0, frame_hz - step_hz),
            .multi_step_frames_per_s = std::clamp(step_hz - frame_hz, 0.0, frame_hz),
            .beat_hz = beat_hz < 1e-9 * lower_hz ? 0.0 : beat_hz};
}

} // namespace sim
