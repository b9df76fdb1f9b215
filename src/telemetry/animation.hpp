// telemetry/animation.hpp -- computes the animation error of a picture: the simulated time since the previous displayed
// picture, minus the time between the two on the screen
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"

#include <optional>

namespace telemetry
{

/// Returns the animation error of frame `i`: the simulated time from the last displayed picture to this one, minus the
/// time between the two on the screen. Returns std::nullopt for the first frame, for a frame that was not displayed,
/// after a pause, and if none of the 63 frames before was displayed (the search ends there to limit its time).
inline std::optional<Nanos> animation_error_at(const Frames& frames, std::size_t i)
{
    constexpr std::size_t look_back = 64;
    if (!frames[i].displayed || !counts(frames[i])) return std::nullopt;
    for (std::size_t before = i; before-- > 0 && i - before < look_back;)
    {
        if (is_paused(frames[before])) return std::nullopt;
        if (!frames[before].displayed) continue;
        return animation_error(frames[i].shown - frames[before].shown, frames[i].screen - frames[before].screen);
    }
    return std::nullopt;
}

} // namespace telemetry
