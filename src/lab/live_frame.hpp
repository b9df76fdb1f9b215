// lab/live_frame.hpp -- lanes that run on this PC: all are given its frames, and one of them says how long it waits
#pragma once

#include "lab/desk.hpp"
#include "lab/lanes.hpp"

namespace lab
{

/// Begins a frame in all of them.
void begin_live_frame(Lanes& lanes, Desk& desk);
/// Ends it as the PC ends that of the lane `driver`: it loses the time that a slow PC loses, and waits as that lane's
/// pacer does.
void end_live_frame(Lanes& lanes, Desk& desk, std::size_t driver);

/// What the display of such a lane shows: always its newest frame.
Screen newest_screen(const Lane& lane);

} // namespace lab
