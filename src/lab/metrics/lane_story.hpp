// lab/metrics/lane_story.hpp -- a lane in a sentence: why it wears its verdict, in the numbers that the verdict was
// found in
#pragma once

#include "lab/metrics/lane_verdict.hpp"

namespace lab
{

/// "runs at 0.20 of real time: 66.2 ms of each frame of 82.9 ms are lost". Of the second up to that moment, with three
/// significant figures.
std::string story_of(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
