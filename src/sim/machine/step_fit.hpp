// sim/machine/step_fit.hpp -- how evenly a step rate fits even frames, in closed form
#pragma once

#include <algorithm>
#include <cmath>

namespace sim
{

/// The frames a second that do not run one step each, when frames of equal length run the steps that are due.
struct StepRateFit
{
    double repeats = 0.0; ///< frames a second without a step; without blending, they repeat the frame before
    double doubles = 0.0; ///< frames a second with two or more steps
    /// Irregularities a second, 0 to half of the lower rate; 0 if every frame runs the same number of steps, or every
    /// step is displayed in the same number of frames. Without blending, the motion judders at this frequency.
    double beat = 0.0;
};

/// The fit of `step_hz` steps a second to `frame_hz` evenly spaced frames a second. Both must be positive. With the
/// higher rate H and the lower rate L, the beat is the distance of H from the nearest multiple of L, |H - k L|. A beat
/// under 1e-9 of L is a rounding error, and returned as 0.
inline StepRateFit step_rate_fit(double step_hz, double frame_hz)
{
    const double higher = std::max(step_hz, frame_hz), lower = std::min(step_hz, frame_hz);
    const double beat = std::abs(higher - std::floor(higher / lower + 0.5) * lower);
    return {.repeats = std::max(0.0, frame_hz - step_hz),
            .doubles = std::clamp(step_hz - frame_hz, 0.0, frame_hz),
            .beat    = beat < 1e-9 * lower ? 0.0 : beat};
}

} // namespace sim
