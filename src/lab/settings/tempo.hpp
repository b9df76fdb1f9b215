// lab/settings/tempo.hpp -- the laboratory's own pace: pause, slow motion and fast forward, for all lanes alike
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
    double speed = 1.0; ///< seconds in the lanes for each second of the person who watches, slowest to fastest

    /// How far the lanes go on while `watched` passes.
    Nanos lab_time(Nanos watched) const;
    /// How long somebody watches while the lanes go on by `passed`.
    Nanos watched_time(Nanos passed) const;
};

} // namespace lab
