// lab/metrics/lane_story.hpp -- explains the verdict on a loop, such as SLOW, in one sentence with numbers
#pragma once

#include "lab/metrics/lane_verdict.hpp"

namespace lab
{

/// Returns one sentence that explains `verdict`, such as "1 step of 16.7 ms in each frame of 82.9 ms: runs at 0.20 of
/// real time". The numbers describe the last second up to the frame `sample`, with three significant digits.
std::string story_of(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
