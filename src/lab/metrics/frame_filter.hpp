// lab/metrics/frame_filter.hpp -- selects the frames that contribute to a metric, such as all frames without a step
#pragma once

#include "telemetry/frames.hpp"

#include <functional>
#include <string_view>

namespace lab
{

struct LaneResult;

/// A function that returns true if it selects the frame frames[i].
using FrameFilter = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;

/// Returns a filter that selects the frames that contribute to `metric` (lab/metrics/scoreboard.hpp), or, if `metric`
/// is the name of an event, the frames in which this event happened. The filter is empty if all frames contribute
/// equally, such as to a mean. `result` is the result of the loop and must live longer than the filter.
FrameFilter frames_of(std::string_view metric, const LaneResult& result);

} // namespace lab
