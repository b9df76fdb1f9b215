// lab/settings/tempo.hpp -- pause, slow motion and fast forward: converts real time to the time of virtual PCs and back
#pragma once

#include "timestep/time.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

using timestep::Nanos;

struct Tempo
{
    static constexpr double slowest = 1.0 / 1000.0;
    static constexpr double fastest = 100.0;

    bool paused  = false;
    double speed = 1.0; ///< seconds of the virtual PCs' time per real second, from `slowest` to `fastest`

    /// Returns the time that passes on the virtual PCs during the real time `watched`; zero in a pause.
    Nanos lab_time(Nanos watched) const
    {
        return paused ? Nanos::zero() : Nanos{std::llround(limited() * static_cast<double>(watched.count()))};
    }
    /// Returns the real time during which the time `passed` passes on the virtual PCs.
    Nanos watched_time(Nanos passed) const
    {
        return Nanos{std::llround(static_cast<double>(passed.count()) / limited())};
    }

private:
    double limited() const { return std::clamp(speed, slowest, fastest); }
};

} // namespace lab
