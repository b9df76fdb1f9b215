// lab/metrics/frame_filter.hpp -- selects the frames that contribute to a metric, such as the frames without a step
#pragma once

#include "lab/lane/headless.hpp"
#include "telemetry/frames.hpp"

#include <functional>
#include <string_view>

namespace lab
{

/// True if frames[i] is selected.
using FrameFilter = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;

/// Returns the filter for the frames that contribute to a metric of a lane (lab/metrics/scoreboard.hpp), or for the
/// frames in which an event happened. The filter is empty if all frames contribute equally, as to a mean frame time.
/// `result` is the lane's result and must live longer than the filter.
FrameFilter frames_of(std::string_view metric, const LaneResult& result);

} // namespace lab
