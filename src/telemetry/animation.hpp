// telemetry/animation.hpp -- computes the animation error of one frame
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"

#include <optional>

namespace telemetry
{

/// Returns the animation error of frame `i`: its picture compared with the last picture displayed before it. Returns
/// std::nullopt for the first frame, for a frame that was not displayed, after a pause, and if no picture was displayed
/// in the 63 frames before.
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
