// lab/lane/headless.hpp -- runs lanes (loops with their worlds) without a window, on all cores, and returns their
// results
#pragma once

#include "lab/lane/lane_runner.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lab
{

/// Limits of a run. The run ends at the first limit that it reaches. Without limits, a run that plays a recording ends
/// with the recording, and any other run never ends.
struct RunLength
{
    std::optional<Nanos> time{};          ///< last wall time at which a frame may start; empty: no limit
    std::optional<std::int64_t> frames{}; ///< largest number of frames in the run; empty: no limit
    /// The run ends with the frame in which the total number of physics steps reaches this number; empty: no limit.
    std::optional<std::int64_t> ticks{};
};

/// Returns true if no limit of `length` is reached after `frames` frames, so that the run must compute another frame.
bool goes_on(const LaneRunner& lane, const RunLength& length, std::int64_t frames);

/// The result of the run of one lane (a loop with its world).
struct LaneResult
{
    LaneSetup setup{};
    telemetry::Metrics metrics{};
    sim::Events events{};
    FailuresByKind failures{};
    std::int64_t ticks = 0;                    ///< number of physics steps in the run
    std::optional<std::uint64_t> state_hash{}; ///< hash of the world's last state; empty if the state contains a NaN
    /// True: the states of the world do not depend on the frame times; empty: not computed.
    std::optional<bool> reproducible{};
    /// The verdict at the end of the run, such as "SLOW 0.33x"; empty if it was not asked for.
    std::string verdict{};
    /// For a game over a network: the values of the numbers that network_numbers() lists, in their order; otherwise
    /// empty.
    std::vector<double> network{};
};

/// Returns the result of a lane (a loop with its world) up to its newest frame.
LaneResult result_of(const MeteredLane& lane);
LaneResult result_of(const LaneSetup& setup, const Lane& lane, const telemetry::Metrics& metrics);

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
