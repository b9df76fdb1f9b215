// telemetry/refreshes.hpp -- estimates a display's refresh times from the times at which pictures reached the screen
//
// A real display does not report its refreshes. But if the function that presents a picture waits for the refresh, it
// returns at regular times, each shortly after a refresh. find_refreshes() estimates the refreshes from these times.
#pragma once

#include "telemetry/frames.hpp"

#include <optional>

namespace telemetry
{

/// The estimated refresh times of a display: the wall time `first`, and every `period_ns` nanoseconds before and after
/// it.
struct FoundRefreshes
{
    Nanos first{};
    double period_ns = 0.0;
};

/// Estimates the refresh times from the last 120 displayed frames. `nominal_hz` is the refresh rate that the display
/// reports; it may be wrong by 2 %. Returns std::nullopt if `nominal_hz` is 0 (unknown), if there are fewer than 20
/// displayed frames, or if the screen times are irregular because presenting did not wait for the display.
std::optional<FoundRefreshes> find_refreshes(const Frames& frames, double nominal_hz);

} // namespace telemetry
