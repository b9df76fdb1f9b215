// sim/machine/limiter.hpp -- at most so many frames a second: each frame has an absolute deadline, so that lateness of
// one is made up for by the next
#pragma once

#include "timestep/time.hpp"

namespace sim
{

using timestep::Nanos;

class Limiter
{
public:
    /// When a frame that began at `begun` and is done at `now` may end; `hz` 0 for no limit.
    Nanos end_of(Nanos begun, Nanos now, double hz)
    {
        if (hz <= 0.0) return now;
        const Nanos period = timestep::from_seconds(1.0 / hz);
        deadline_ += period;
        if (deadline_ < now || deadline_ > now + period) deadline_ = begun + period;
        return std::max(now, deadline_);
    }

private:
    Nanos deadline_{};
};

} // namespace sim
