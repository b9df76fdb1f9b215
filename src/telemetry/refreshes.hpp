// telemetry/refreshes.hpp -- when a display refreshed, told from when pictures were shown on it
//
// A real display does not say when it refreshes. Where presenting waits for it, the moments at which presenting was
// over lie on a comb, each a little late: the comb is what is looked for.
#pragma once

#include "telemetry/frames.hpp"

#include <optional>

namespace telemetry
{

/// At `first`, and every `period_ns` before and after it.
struct FoundRefreshes
{
    Nanos first{};
    double period_ns = 0.0;
};

/// From the last two seconds' worth of frames that were shown. `nominal_hz` is what the display says of itself, to
/// about one per cent. Nothing where it says nothing (0), where there are too few frames, or where they lie on no comb:
/// nobody waited for the display.
std::optional<FoundRefreshes> find_refreshes(const Frames& frames, double nominal_hz);

} // namespace telemetry
