// telemetry/refreshes.hpp -- estimates the refresh times of a display from the screen times of pictures
//
// A real display does not report its refreshes. If presenting waits for the refresh, presenting ends at regular times,
// each a little after a refresh. This function fits such regular times.
#pragma once

#include "telemetry/frames.hpp"

#include <optional>

namespace telemetry
{

/// Refreshes at the wall-clock time `first` and every `period_ns` nanoseconds before and after it.
struct FoundRefreshes
{
    Nanos first{};
    double period_ns = 0.0;
};

/// Estimates the refreshes from the last 120 displayed frames. `nominal_hz` is the refresh rate that the display
/// reports, accurate to about one per cent. Returns std::nullopt if `nominal_hz` is unknown (0), if there are fewer
/// than 20 frames, or if the screen times are not regular because presenting did not wait for the display.
std::optional<FoundRefreshes> find_refreshes(const Frames& frames, double nominal_hz);

} // namespace telemetry
