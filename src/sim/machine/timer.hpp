// sim/machine/timer.hpp -- the clock that a loop reads on the virtual PC (a simulated machine): wall time plus the
// errors of ClockSettings
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

class Timer
{
public:
    /// Makes a clock whose random errors are computed from `seed`; equal seeds give equal errors.
    explicit Timer(std::uint64_t seed)
        : seed_{seed}
    {
    }

    /// Returns the time that the loop reads from its clock at wall time `now`: `now` plus the errors of `settings`.
    Nanos read(Nanos now, const ClockSettings& settings);

private:
    std::uint64_t seed_;
    std::uint64_t readings_ = 0;
};

} // namespace sim
