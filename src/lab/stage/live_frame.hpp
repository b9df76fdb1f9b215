// lab/stage/live_frame.hpp -- lanes that run on this PC: all get its frame times, and one of them, the driver, decides
// how long the PC waits
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/stage/desk.hpp"

namespace lab
{

/// Begins a frame of this PC in a lane, under these settings.
void begin_live_frame(Lane& lane, const LiveFrame& frame, const Settings& settings, Desk& desk);
/// Ends the frame in all lanes as this PC ends that of the lane `driver`: it loses the time that a slow PC loses, and
/// waits as that lane's pacer does.
void end_live_frame(MeteredLanes& lanes, Desk& desk, std::size_t driver);

/// The screen of a lane whose display always shows its newest frame.
Screen newest_screen(const Lane& lane);

} // namespace lab
