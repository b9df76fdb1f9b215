// sim/machine/timer.hpp -- the clock that a loop reads on the virtual PC, with the errors of ClockSettings
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

class Timer
{
public:
    /// Makes a timer whose noise is computed from `seed`; the same seed gives the same noise.
    explicit Timer(std::uint64_t seed)
        : seed_{seed}
    {
    }

    /// Returns the clock's reading at wall time `now`.
    Nanos read(Nanos now, const ClockSettings& settings);

private:
    std::uint64_t seed_;
    std::uint64_t readings_ = 0;
};

} // namespace sim
