// lab/told_frames.hpp -- the frames that a number of a lane speaks of: "one frame in six got no step" means those
#pragma once

#include "lab/headless.hpp"
#include "telemetry/frames.hpp"

#include <functional>
#include <string_view>

namespace lab
{

/// Whether a metric of a lane (lab/scoreboard.hpp), or an event that scenes count, speaks of the frame at that place of
/// its frames.
using IsTold = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;

/// Empty for a metric that speaks of all frames alike, as a mean of frame times does. `result` is what the lane's
/// frames came to.
IsTold told_frames(std::string_view metric, const LaneResult& result);

} // namespace lab
