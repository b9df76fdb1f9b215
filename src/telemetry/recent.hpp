// telemetry/recent.hpp -- what the newest frames say, for words that stand beside a running loop
#pragma once

#include "telemetry/frames.hpp"

namespace telemetry
{

/// The last second of them, or what there is since the last reset or change of loop.
Frames recent(const Frames& frames);
/// Simulated by wall time, steps counted when they are finished; 1 is right.
double speed_of(const Frames& frames);
/// Steps cost more than they simulate, and none is given up: each frame owes more of them than the last.
bool spiralling(const Frames& frames);

} // namespace telemetry
