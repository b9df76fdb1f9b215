// lab/settings/tempo.hpp -- pause, slow motion and fast forward of the laboratory; they affect all lanes equally
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
    double speed = 1.0; ///< seconds of lane time per second of real time, from `slowest` to `fastest`

    /// Returns the lane time that passes in the real time `watched`; zero while paused.
    Nanos lab_time(Nanos watched) const;
    /// Returns the real time in which the lane time `passed` passes.
    Nanos watched_time(Nanos passed) const;
};

} // namespace lab
