// lab/lane/given_up.hpp -- the time that a loop gives up at once, in contrast to a loop that runs slow
//
// A loop gives up time when it neither simulates a part of the frame time nor keeps it for later. Two cases differ:
// - Slow: the loop gives up time in more than one of ten frames. The game is behind the clock, and falls back further.
// - At once: the loop gives up time in few frames, such as after a freeze. The game stands, and then goes on as before.
//
// The ring is the motion for comparison, on a PC that is never late (lab/lane/reference.hpp). Its clock gives up time
// together with the loop only in the second case.
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
    /// `dropped` of this time and its filter removes the part `filter_error`; negative parts are added. `earlier` are
    /// the records of the frames before. Returns the time that the ring's clock must give up in this frame; negative if
    /// the loop has given back time that it gave up before.
    Nanos add(const telemetry::Frames& earlier, Nanos wall, Nanos measured, Nanos dropped, Nanos filter_error);

private:
    Nanos settle(Nanos time);

    /// Time given up by the loop (negative: gained) by which the ring's clock is not set back yet; see the top of the
    /// file.
    Nanos owed_{};
    /// Time by which the ring's clock has been set back in all (see the top of the file); never negative.
    Nanos total_{};
};

} // namespace lab
