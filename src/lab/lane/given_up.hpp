// lab/lane/given_up.hpp -- the time that a loop gives up at once, in contrast to a loop that runs slow
//
// A loop gives up time when it neither simulates a part of the frame time nor keeps it for later. Two cases differ:
//   slow     the loop gives up time in more than one of ten frames: the game is behind the clock, and falls back
//   further at once  the loop gives up time in few frames, such as after a freeze: the game stands, and then goes on as
//   before
// The clock of the ring (lab/lane/reference.hpp) gives up time together with the loop only in the second case.
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"
#include "timestep/time.hpp"

namespace lab
{

using timestep::Nanos;

class GivenUpTime
{
public:
    /// Adds a frame that starts at `wall` after the frame time `measured`. `dropped` and `filter_error` are those of
    /// its plan, `earlier` are the frames before it. Returns the time that the ring's clock must give up in this frame;
    /// negative if the loop has given back time that it gave up before.
    Nanos add(const telemetry::Frames& earlier, Nanos wall, Nanos measured, Nanos dropped, Nanos filter_error);

private:
    Nanos settle(Nanos time);

    Nanos owed_{};  ///< time given up (or gained, if negative) that the ring's clock has not followed yet
    Nanos total_{}; ///< time that the ring's clock has given up; never negative
};

} // namespace lab
