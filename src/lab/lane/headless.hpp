// lab/lane/headless.hpp -- lanes without a window: run to their end, on all cores, and judged
#pragma once

#include "lab/lane/lane_runner.hpp"

#include <functional>
#include <span>
#include <vector>

namespace lab
{

/// How long lanes run: until the first of these. A run of no limit ends with its recording, or never.
struct RunLength
{
    std::optional<Nanos> time{}; ///< frames that begin by then, on the lane's own wall clock
    std::optional<std::int64_t> frames{};
    std::optional<std::int64_t> ticks{}; ///< steps of the world: the frame that reaches them is the last
};

/// Whether a lane that has computed so many frames has another one within that length.
bool goes_on(const LaneRunner& lane, const RunLength& length, std::int64_t frames);

/// What became of a lane.
struct LaneResult
{
    LaneSetup setup{};
    telemetry::Metrics metrics{};
    sim::Events events{};
    std::int64_t ticks = 0;                    ///< steps of its world
    std::optional<std::uint64_t> state_hash{}; ///< of its last state; nothing when there is a NaN in it
    std::optional<bool> reproducible{};        ///< nothing when nobody asked
    std::vector<double> network{};             ///< of a game over a network, instead of all this: network_numbers()
};

/// As far as the lane has come.
LaneResult result_of(const MeteredLane& lane);
LaneResult result_of(const LaneSetup& setup, const Lane& lane, const telemetry::Metrics& metrics);

using SampleSink = std::function<void(const telemetry::FrameSample&)>;

/// Runs a lane; `each` is told of every frame. Throws std::runtime_error when time stands still: a PC whose frames cost
/// nothing, with nothing that waits.
LaneResult run_lane(LaneSetup setup, const RunLength& length, const SampleSink& each = {});
/// Runs lanes on all cores; results are in the order of the set-ups, and the same as one by one.
std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLength& length);

/// Whether the world is the same, tick by tick, when the same lane runs on a PC with other frame times, as far as
/// `ticks` or ten seconds. True for a loop that only takes steps of one size.
bool reproducible(const LaneSetup& setup, std::size_t ticks = 300);

/// The same question for lanes that are there already, as in lockstep networking: the first tick whose states differ,
/// counted from 1; nothing when all agree as far as all of them came.
std::optional<std::size_t> first_disagreement(std::span<const LaneSetup> setups, std::size_t ticks = 300);

} // namespace lab
