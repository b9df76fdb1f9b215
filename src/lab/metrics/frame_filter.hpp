// lab/metrics/frame_filter.hpp -- selects the frames that contribute to a metric: "one frame in six got no step" means
// those
#pragma once

#include "lab/lane/headless.hpp"
#include "telemetry/frames.hpp"

#include <functional>
#include <string_view>

namespace lab
{

/// Whether the frame at that place is selected.
using FrameFilter = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;

/// Selects the frames that contribute to a metric of a lane (lab/metrics/scoreboard.hpp) or in which an event happened.
/// Empty for a metric to which all frames contribute alike, as to a mean of frame times. `result` is that of the lane;
/// it must live longer than the filter.
FrameFilter frames_of(std::string_view metric, const LaneResult& result);

} // namespace lab
