// lab/lane/headless.hpp -- runs lanes without a window to their end, on all cores, and returns their results
#pragma once

#include "lab/lane/lane_runner.hpp"

#include <functional>
#include <span>
#include <vector>

namespace lab
{

/// Limits of a run. The lane ends at the first limit that it reaches. Without limits it ends with its recording, or
/// never.
struct RunLength
{
    std::optional<Nanos> time{};          ///< latest start of a frame on the lane's wall clock
    std::optional<std::int64_t> frames{}; ///< number of frames
    std::optional<std::int64_t> ticks{};  ///< steps of the world; the frame that reaches this number is the last frame
};

/// True if a lane that has computed `frames` frames has another frame within `length`.
bool goes_on(const LaneRunner& lane, const RunLength& length, std::int64_t frames);

/// The result of a lane's run.
struct LaneResult
{
    LaneSetup setup{};
    telemetry::Metrics metrics{};
    sim::Events events{};
    std::int64_t ticks = 0;                    ///< number of steps of the lane's world
    std::optional<std::uint64_t> state_hash{}; ///< hash of the last state; empty if the state contains a NaN
    std::optional<bool> reproducible{};        ///< result of reproducible(); empty if it was not computed
    std::vector<double> network{};             ///< values of network_numbers(), only for a game over a network
};

/// Returns the result of a lane up to its newest frame.
LaneResult result_of(const MeteredLane& lane);
LaneResult result_of(const LaneSetup& setup, const Lane& lane, const telemetry::Metrics& metrics);

using SampleSink = std::function<void(const telemetry::FrameSample&)>;

/// Runs a lane and calls `each` after every frame. Throws std::runtime_error if the virtual clock does not advance: the
/// PC's frames cost no time and nothing waits.
LaneResult run_lane(LaneSetup setup, const RunLength& length, const SampleSink& each = {});
/// Runs lanes on all cores. The results are in the order of the set-ups and equal to those of run_lane().
std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLength& length);

/// Runs the lane twice, the second time on a PC with other frame times. Returns true if both worlds have equal states
/// after every tick, up to `ticks` ticks or 10 s. True for every loop that only takes steps of one size. Throws
/// std::runtime_error as run_lane() does.
bool reproducible(const LaneSetup& setup, std::size_t ticks = 300);

/// Runs all lanes and compares their states after every tick, up to `ticks` ticks or 10 s. Returns the first tick, from
/// 1, whose states differ or contain a NaN; nothing if all lanes agree up to the last tick that all of them reached.
std::optional<std::size_t> first_disagreement(std::span<const LaneSetup> setups, std::size_t ticks = 300);

} // namespace lab
