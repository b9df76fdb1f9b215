// sim/machine/lag.hpp -- lag (extra time that makes frames longer): its kinds, and the lag of each frame
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace sim
{

using timestep::Nanos;
using namespace std::chrono_literals;

/// The kinds of lag. Each kind defines an extra time for every frame; a frame's lag is the sum over all kinds.
namespace lag
{

struct Constant
{
    Nanos length{}; ///< extra time of every frame

    friend bool operator==(const Constant&, const Constant&) = default;
};

struct Random
{
    Nanos min_length{};
    Nanos max_length{}; ///< longest random extra time of a frame; not less than `min_length`

    friend bool operator==(const Random&, const Random&) = default;
};

/// Makes the frames n, 2n, 3n, ... longer, counted from 1, where n is `interval_frames`.
struct EveryNthFrame
{
    std::int64_t interval_frames = 60; ///< number of frames from one frame with lag to the next; 1 or more
    Nanos length{};

    friend bool operator==(const EveryNthFrame&, const EveryNthFrame&) = default;
};

struct SingleSpike
{
    std::int64_t frame_number = 0; ///< number of the frame that gets longer, from 0
    Nanos length{};

    friend bool operator==(const SingleSpike&, const SingleSpike&) = default;
};

/// A stop in a debugger: lengthens the first frame that begins at `wall_time` or later.
struct DebuggerBreak
{
    Nanos wall_time{};
    Nanos length = 3s;

    friend bool operator==(const DebuggerBreak&, const DebuggerBreak&) = default;
};

/// Random pauses, as a garbage collector causes them, at wall times that do not depend on the frame times.
struct Pauses
{
    Nanos mean_interval = 1s; ///< mean wall time between the starts of two pauses; more than zero
    Nanos length = 20ms; ///< mean length of one pause
    double variation = 0.5; ///< largest random deviation of `mean_interval` and `length`, as a fraction, 0 to 1

    friend bool operator==(const Pauses&, const Pauses&) = default;
};

/// A load that rises and falls in straight lines, once in each period of wall time.
struct Wave
{
    Nanos min_length{};
    Nanos max_length{}; ///< in the middle of a period; not less than `min_length`
    Nanos period = 10s; ///< more than zero

    friend bool operator==(const Wave&, const Wave&) = default;
};

/// Makes each frame longer by the next frame time of a recording. The recording starts again after its last frame time.
struct Recorded
{
    std::shared_ptr<const std::vector<Nanos>> frame_times{}; ///< recorded frame times; not empty
    std::string name{};

    friend bool operator==(const Recorded&, const Recorded&) = default;
};

} // namespace lag

using LagSource = std::variant<lag::Constant, lag::Random, lag::EveryNthFrame, lag::SingleSpike, lag::DebuggerBreak,
                               lag::Pauses, lag::Recorded, lag::Wave>;

struct LagContext
{
    std::int64_t frame_number = 0; ///< number of the frame, from 0
    Nanos previous_frame_start{-1}; ///< wall time; negative in the first frame
    Nanos frame_start{};
    std::uint64_t seed = 0;
};

Nanos compute_lag(const LagSource& source, const LagContext& context);

/// The lag settings. The lag of a frame is the sum of delay, jitter, spike and all kinds in `added_lags`.
struct LagSettings
{
    bool is_enabled = true; ///< false: no lag, except for LagGenerator::pending_hitch
    Nanos delay{}; ///< extra time of every frame, 0 to 500 ms
    /// Each frame gets a random extra time, uniformly distributed from zero to this. 0 to 100 ms.
    Nanos jitter{};
    int spike_interval_frames = 0; ///< number of frames from one spike to the next; 0 for no spikes
    Nanos spike{250'000'000}; ///< extra time of a frame with a spike, 0 to 2 s
    bool keeps_core_busy = false; ///< true: the PC spins during the lag and keeps the core busy; false: the PC sleeps
    std::vector<LagSource> added_lags{}; ///< further kinds of lag, added to delay, jitter and spike

    friend bool operator==(const LagSettings&, const LagSettings&) = default;
};

/// Computes each frame's lag (extra time). Random lag depends only on the seed and the frame number, but the random
/// pauses of lag::Pauses depend only on the seed and the wall time.
struct LagGenerator
{
    std::uint64_t seed;
    std::int64_t frame_count = 0;
    Nanos previous_frame_start{-1};
    Nanos pending_hitch{}; ///< added to the next lag, even if LagSettings::is_enabled is false
    Nanos last_lag{}; ///< last result of next(); zero before the first call

    /// The delay to add to the frame that began at wall time `frame_start`, and the pending hitch. Call it once for
    /// each frame.
    Nanos next(const LagSettings& settings, Nanos frame_start);
};

} // namespace sim
