// lab/lane/given_up.hpp -- the time that a loop gives up at once, in contrast to a loop that runs slow
//
// A loop gives up time when it neither simulates a part of the frame time nor keeps it for later. Two cases differ:
// - Slow: the loop gives up time in more than one of ten frames. The game is behind the clock, and gets further behind.
// - At once: the loop gives up time in few frames, such as after a freeze. The game stands still once, and then
// continues at its usual speed.
//
// The ring is the motion for comparison, on a PC that is never late (lab/lane/reference.hpp). Its clock is set back by
// the time that the loop gives up at once, but not by the time that a slow loop gives up.
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
    /// Adds a frame that starts at the wall time `wall` and has the frame time `measured`. The loop drops the part
    /// `dropped` of this time, and its filter (which smooths frame times) removes the part `filter_error`; a negative
    /// part is time that the loop gains. `earlier` contains the records of the frames before. Returns the time by which
    /// the clock of the ring (the motion of a PC that is never late) must be set back in this frame; if negative, it
    /// must be set forward.
    Nanos add(const telemetry::Frames& earlier, Nanos wall, Nanos measured, Nanos dropped, Nanos filter_error);

private:
    Nanos settle(Nanos time);

    /// Time that the loop has dropped (negative: gained), and by which the clock of the ring (the motion of a PC that
    /// is never late) has not been set back yet.
    Nanos owed_{};
    /// Total time by which the clock of the ring (the motion of a PC that is never late) has been set back; never
    /// negative.
    Nanos total_{};
};

} // namespace lab
