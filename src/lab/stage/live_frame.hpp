// lab/stage/live_frame.hpp -- frames of lanes that run on this PC. All lanes get this PC's frame times. One lane, the
// driver, decides how long the PC waits
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/stage/desk.hpp"

namespace lab
{

/// Begins a frame of this PC in one lane, with these settings.
void begin_live_frame(Lane& lane, const LiveFrame& frame, const Settings& settings, Desk& desk);
/// Ends the frame of this PC in all lanes. It spends the lag of a slow PC and waits as the pacer of lane `driver` does.
void end_live_frame(MeteredLanes& lanes, Desk& desk, std::size_t driver);

/// Returns the screen of a lane whose display always shows its newest frame.
Screen newest_screen(const Lane& lane);

} // namespace lab
