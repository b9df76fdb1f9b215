// sim/machine/lag.hpp -- what makes a PC slow: kinds of lag, and their sum, frame by frame
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

/// Each kind is a value that tells how much time a frame loses; any number of them are added up.
namespace lag
{

struct Constant
{
    Nanos length{}; ///< every frame
};

/// Every frame, uniform between the two.
struct Random
{
    Nanos least{};
    Nanos most{}; ///< not less than `least`
};

/// Frames `every`, 2 * `every` ... counted from 1.
struct Every
{
    std::int64_t frames = 60; ///< 1 or more
    Nanos length{};
};

/// One frame only.
struct Spike
{
    std::int64_t frame = 0; ///< counted from 0
    Nanos length{};
};

/// Somebody stops the program in a debugger, in the first frame that begins at `at` or later.
struct Break
{
    Nanos at{};
    Nanos length = 3s;
};

/// Pauses as a garbage collector makes them: about every `every` of wall time, whatever the frames are. Both the
/// distance and the length of each vary by up to `variation` of themselves; with 0 they are as regular as a clock.
struct Pauses
{
    Nanos every      = 1s; ///< more than zero
    Nanos length     = 20ms;
    double variation = 0.5; ///< 0 to 1
};

/// The frame times of a recording, one a frame, again from the start when they end.
struct Recorded
{
    std::shared_ptr<const std::vector<Nanos>> frames{}; ///< not empty
    std::string name{};                                 ///< where they are from
};

} // namespace lag

using LagKind =
    std::variant<lag::Constant, lag::Random, lag::Every, lag::Spike, lag::Break, lag::Pauses, lag::Recorded>;

/// A frame, as a lag is told of it.
struct LagMoment
{
    std::int64_t frame = 0; ///< counted from 0
    Nanos before{-1};       ///< wall time at the start of the frame before; negative in the first frame
    Nanos now{};            ///< wall time at the start of this frame
    std::uint64_t seed = 0; ///< of this kind's own sequence
};

/// How much time that frame loses.
Nanos lag_of(const LagKind& kind, const LagMoment& moment);

/// Time that each frame loses, as a person would turn it.
struct LagSettings
{
    bool on = true;              ///< all of the lag below, at one switch
    Nanos delay{};               ///< every frame, 0 to 500 ms
    Nanos jitter{};              ///< every frame, uniform between zero and this, 0 to 100 ms
    int spike_every = 0;         ///< frames from spike to spike; 0 for none
    Nanos spike{250'000'000};    ///< how long a spike is, 0 to 2 s
    bool burn = false;           ///< keep the core busy instead of sleeping
    std::vector<LagKind> more{}; ///< added to the above
};

/// Draws the lag of each frame; the same seed draws the same lags, whatever knobs are turned in between.
class Lag
{
public:
    explicit Lag(std::uint64_t seed)
        : seed_{seed}
    {
    }

    /// Of the next frame, which began at `now`.
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
