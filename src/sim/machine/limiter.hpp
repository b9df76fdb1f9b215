// sim/machine/limiter.hpp -- limits the frame rate; deadlines are absolute, so the next frame makes up for lateness
#pragma once

#include "timestep/time.hpp"

namespace sim
{

using timestep::Nanos;

class Limiter
{
public:
    /// Returns the time at which a frame may end that began at `begun` and is finished at `now`. `hz` is the limit in
    /// frames a second; 0 for no limit.
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
