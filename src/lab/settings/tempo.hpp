// lab/settings/tempo.hpp -- pause, slow motion and fast forward: converts real time to the time of simulated PCs and
// back
#pragma once

#include "timestep/time.hpp"

namespace lab
{

using timestep::Nanos;

struct Tempo
{
    static constexpr double slowest = 1.0 / 1000.0;
    static constexpr double fastest = 100.0;

    bool paused  = false;
    double speed = 1.0; ///< seconds of simulated PC time per real second, from `slowest` to `fastest`

    /// Returns the time that passes on the simulated PCs during the real time `watched`; zero while paused.
    Nanos lab_time(Nanos watched) const;
    /// Returns the real time during which the time `passed` passes on the simulated PCs.
    Nanos watched_time(Nanos passed) const;
};

} // namespace lab
