// machine/lag.hpp -- what makes a PC slow, as a person would turn it
#pragma once

#include "timestep/time.hpp"

#include <cstdint>

namespace machine
{

using timestep::Nanos;

/// Time that each frame loses.
struct LagSettings
{
    bool on = true;           ///< all of the lag below, at one switch
    Nanos delay{};            ///< every frame, 0 to 500 ms
    Nanos jitter{};           ///< every frame, uniform between zero and this, 0 to 100 ms
    int spike_every = 0;      ///< frames from spike to spike; 0 for none
    Nanos spike{250'000'000}; ///< how long a spike is, 0 to 2 s
    bool burn = false;        ///< keep the core busy instead of sleeping
};

/// Draws the lag of each frame; the same seed draws the same lags.
class Lag
{
public:
    explicit Lag(std::uint64_t seed)
        : random_{seed}
    {
    }

    Nanos next(const LagSettings& settings);
    /// Adds `duration` to the next frame, once.
    void hitch(Nanos duration) { hitch_ += duration; }

private:
    double uniform();

    std::uint64_t random_;
    std::int64_t frames_ = 0;
    Nanos hitch_{};
};

} // namespace machine
