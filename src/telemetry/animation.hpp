// telemetry/animation.hpp -- the animation error of one frame among others
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"

#include <optional>

namespace telemetry
{

/// Of the picture of the frame at that place, against the last one that was displayed before it. Nothing for the first,
/// for one that was not displayed, after a pause, and where the one before is more than 64 frames ago.
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
