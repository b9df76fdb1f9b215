// sim/machine/timer.hpp -- the clock that a loop reads on the virtual PC: coarse, noisy, full after 32 bits, or set
// back
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

class Timer
{
public:
    /// The same seed makes the same noise.
    explicit Timer(std::uint64_t seed)
        : seed_{seed}
    {
    }

    /// What the clock shows at wall time `now`.
    Nanos read(Nanos now, const ClockSettings& settings);

private:
    std::uint64_t seed_;
    std::uint64_t readings_ = 0;
};

} // namespace sim
