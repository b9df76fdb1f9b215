// lab/lane/headless.hpp -- runs lanes without a window, on all cores, and returns their results
#pragma once

#include "lab/lane/lane_run.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lab
{

using SampleSink = std::function<void(const telemetry::FrameSample&)>;
/// Judges a lane at the end of its run. The result is LaneResult::verdict.
using LaneJudge = std::function<std::string(const Lane&)>;

/// Runs a loop up to the limits of `length`, calls `each` with the record of every frame, and `judge` at the end.
/// Throws std::runtime_error if the virtual clock does not advance because frames cost no time and the loop does not
/// wait.
LaneResult run_lane(LaneSetup setup, const RunLength& length, const SampleSink& each = {}, const LaneJudge& judge = {});
/// Runs one loop for each set-up, on all cores. The results are in the order of `setups`, and equal to the results of
/// run_lane().
std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLength& length,
                                  const LaneJudge& judge = {});

/// Returns true if the states of a loop's world do not depend on the frame times. Runs the loop on its machine and on a
/// machine with other frame times, and compares the states after every step, up to `ticks` steps or 10 s. Throws
/// std::runtime_error if the virtual clock does not advance.
bool reproducible(const LaneSetup& setup, std::size_t ticks = 300);

/// Runs one loop for each set-up and compares the states of their worlds after every step, up to `ticks` steps or 10 s.
/// Returns the number of the first step, from 1, after which states differ or contain a NaN; nothing if there is no
/// such step.
std::optional<std::size_t> first_disagreement(std::span<const LaneSetup> setups, std::size_t ticks = 300);

} // namespace lab
