// lab/metrics/verdict_text.hpp -- a verdict in words, and its explanation
#pragma once

#include "lab/lane/lane.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// The name of a verdict on a loop, such as "JUST STARTED", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view verdict_name(const LaneVerdict& verdict);
/// verdict_name() and, if there is one, a measured value: "OK", "500 ms BEHIND" or "SLOW 0.33x", for example.
std::string verdict_text(const LaneVerdict& verdict);

/// A sentence such as "each 82.9 ms frame advances the game by 16.7 ms (1 step): 0.20 of real time"; may be empty.
std::string verdict_explanation(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
