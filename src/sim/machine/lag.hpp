// sim/machine/lag.hpp -- lag: time that frames lose; kinds of lag and their sum for each frame
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

/// Kinds of lag. Each kind states how much time a frame loses; the lags of several kinds are added.
namespace lag
{

struct Constant
{
    Nanos length{}; ///< lag of every frame
};

/// Every frame loses a random time, uniform between `least` and `most`.
struct Random
{
    Nanos least{}; ///< shortest lag
    Nanos most{};  ///< longest lag; not less than `least`
};

/// The frames number `frames`, 2 * `frames`, 3 * `frames` ... lose `length`. Frames are counted from 1.
struct Every
{
    std::int64_t frames = 60; ///< number of frames from lag to lag, 1 or more
    Nanos length{};
};

/// One frame loses `length`.
struct Spike
{
    std::int64_t frame = 0; ///< frame number, from 0
    Nanos length{};
};

/// A debugger stops the program for `length`, in the first frame that begins at wall time `at` or later.
struct Break
{
    Nanos at{};
    Nanos length = 3s;
};

/// Pauses like those of a garbage collector: one about every `every` of wall time, independent of the frames. Distances
/// and lengths vary by up to the fraction `variation`; with 0 they are all equal.
struct Pauses
{
    Nanos every      = 1s;   ///< mean wall time from pause to pause; more than zero
    Nanos length     = 20ms; ///< mean length of a pause
    double variation = 0.5;  ///< largest deviation from both means, as a fraction, 0 to 1
};

/// Each frame loses the next frame time of a recording. After the last frame time it starts again with the first.
struct Recorded
{
    std::shared_ptr<const std::vector<Nanos>> frames{}; ///< frame times of the recording; not empty
    std::string name{};                                 ///< name of the recording
};

} // namespace lag

using LagKind =
    std::variant<lag::Constant, lag::Random, lag::Every, lag::Spike, lag::Break, lag::Pauses, lag::Recorded>;

/// The frame whose lag is computed.
struct LagMoment
{
    std::int64_t frame = 0; ///< frame number, from 0
    Nanos before{-1};       ///< wall time at the start of the frame before; negative in the first frame
    Nanos now{};            ///< wall time at the start of this frame
    std::uint64_t seed = 0; ///< seed of the random numbers for this kind of lag
};

/// Returns the time that a frame loses to one kind of lag.
Nanos lag_of(const LagKind& kind, const LagMoment& moment);

/// Lag settings that the user can change. A frame loses the sum of delay, jitter, spike and all lags in `more`.
struct LagSettings
{
    bool on = true;              ///< false switches off all lag except Lag::hitch()
    Nanos delay{};               ///< lag of every frame, 0 to 500 ms
    Nanos jitter{};              ///< random lag of every frame, uniform from zero to this; 0 to 100 ms
    int spike_every = 0;         ///< frames from spike to spike; 0 for no spikes
    Nanos spike{250'000'000};    ///< lag of a spike, 0 to 2 s
    bool burn = false;           ///< true: the lag keeps the core busy; false: it sleeps
    std::vector<LagKind> more{}; ///< more kinds of lag, added to the others
};

/// Computes the lag of each frame. With the same seed each frame gets the same random numbers, even if settings change
/// in between.
class Lag
{
public:
    explicit Lag(std::uint64_t seed)
        : seed_{seed}
    {
    }

    /// Returns the lag of the next frame, which began at wall time `now`.
    Nanos next(const LagSettings& settings, Nanos now);
    /// Adds `duration` to the next frame, once, even when the lag is switched off.
    void hitch(Nanos duration) { hitch_ += duration; }

private:
    std::uint64_t seed_;
    std::int64_t frames_ = 0;
    Nanos before_{-1};
    Nanos hitch_{};
};

} // namespace sim
