// telemetry/recent_frames.hpp -- detects the spiral of death in the newest frames; estimates refresh times
#pragma once

#include "telemetry/frames.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace telemetry
{

/// True if the last 8 frames ran more than 8 steps, computed them no faster than real time, and dropped no time.
bool is_spiral_of_death(const Frames& frames);

/// The estimated refresh times of a display: `any_refresh_time`, and every `period_ns` nanoseconds before and after it.
struct EstimatedRefreshTimes
{
    Nanos any_refresh_time{};
    double period_ns = 0.0;
};

/// Estimates when the display refreshes, from the newest displayed frames. `nominal_hz` is the display's reported rate.
/// std::nullopt if `nominal_hz` is 0 (unknown), or if the frames are too few or too irregular for this rate.
std::optional<EstimatedRefreshTimes> estimated_refresh_times(const Frames& frames, double nominal_hz);

} // namespace telemetry
