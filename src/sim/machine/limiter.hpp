// sim/machine/limiter.hpp -- limits the frame rate: computes the time until which a frame must wait. The planned ends
// of the frames are one period apart, so after a late frame the next frame is shorter
#pragma once

#include "timestep/time.hpp"

#include <algorithm>

namespace sim
{

using timestep::Nanos;

class Limiter
{
public:
    /// Returns the earliest time at which a frame may end. The frame began at the time `begun`, and its work was
    /// finished at `now`. `hz` is the limit in frames a second; 0 for no limit.
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
