// lab/stage/live_frame.hpp -- begins and ends frames of loops that run on this PC
//
// All loops get this PC's frame times. One loop, the driver, decides how long the PC waits.
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/stage/desk.hpp"

namespace lab
{

/// Begins a frame of this PC for one lane (a loop with its world). If the game is paused, the lane only records the
/// pause.
void begin_live_frame(Lane& lane, const LiveFrame& frame, const Settings& settings, Desk& desk);
/// Ends a frame of this PC for all lanes (loops with their worlds). First delays the program by the lag that the user
/// has set, as a slow PC would. Then waits as long as the pacer (the waiting part) of loop number `driver` decides.
void end_live_frame(MeteredLanes& lanes, Desk& desk, std::size_t driver);

/// Returns a screen that shows only the newest frame of the lane (a loop with its world).
Screen newest_screen(const Lane& lane);

} // namespace lab
