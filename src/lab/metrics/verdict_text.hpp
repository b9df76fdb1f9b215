// lab/metrics/verdict_text.hpp -- a verdict in words, and its explanation
#pragma once

#include "lab/lane/lane_run.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// The name of a verdict on a loop, such as "SETTLING", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view verdict_name(const LaneVerdict& verdict);
/// verdict_name() and, if there is one, a measured value: "OK", "500 ms BEHIND" or "SLOW 0.33x", for example.
std::string verdict_text(const LaneVerdict& verdict);

/// Text such as "60 pictures a second, even", or "even" if the verdict says the number; empty with less than a second
/// of evidence.
std::string picture_rate_text(const Judgement& judgement);
/// A sentence such as "each 82.9 ms frame advances the game by 16.7 ms (1 step): 0.20 of real time"; may be empty.
std::string verdict_explanation(const Lane& lane, const telemetry::FrameSample& sample, const Judgement& judgement);
/// Writes the verdict on the newest frame of `run`, which must exist, and its explanation to `result`.
void write_verdict(const LaneRun& run, LaneResult& result);

/// True if a badge that has shown `shown` for `shown_time` changes to `verdict`: at once to another kind, another
/// number of bodies through a wall or a larger error, to other numbers after 0.4 s.
bool replaces_verdict(const LaneVerdict& verdict, const LaneVerdict& shown, Nanos shown_time);

} // namespace lab
