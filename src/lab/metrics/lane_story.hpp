// lab/metrics/lane_story.hpp -- explains a lane's verdict in one sentence with the numbers behind it
#pragma once

#include "lab/metrics/lane_verdict.hpp"

namespace lab
{

/// Returns a sentence such as "runs at 0.20 of real time: 66.2 ms of each frame of 82.9 ms are lost". The numbers are
/// those of the last second up to the frame of `sample`, with three significant digits.
std::string story_of(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
