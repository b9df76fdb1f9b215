// lab/stage/live_frame.hpp -- the frames of the loops of Mode::live
//
// With even frames, each loop runs on a virtual PC of its own. Otherwise all loops get this PC's frame times, and one
// loop, the driver, decides how long the PC waits.
#pragma once

#include "lab/stage/watched_lanes.hpp"

namespace lab
{

/// The lanes of Mode::live.
class LiveLanes : public WatchedLanes
{
public:
    /// If `even` is true, the lanes run on virtual PCs, otherwise on this PC. `looked_at` is true if the window shows
    /// the lanes.
    LiveLanes(std::span<const LaneSetup> setups, bool even, bool looked_at = true);

    bool even() const { return even_; }
    /// Begins a frame of the window. Lane number i uses the settings setup().settings, with even frames on
    /// Slowness::even_machine().
    void begin_frame(Desk& desk);
    /// Ends a frame of the window. On this PC, first delays the program by the lag that the user has set, as a slow PC
    /// would; then waits as long as the pacer (the waiting part) of loop number `driver` decides.
    void end_frame(Desk& desk, std::size_t driver);
    /// Passes a key press (`down`) or release to all lanes, at the present time on their clock.
    void press(const Desk& desk, Button button, bool down);
    void lose(Desk& desk, Nanos duration, std::uint32_t event);
    Screen on_screen(std::size_t lane);
    /// Returns the wall time of the newest frame on the lanes' clock.
    Nanos wall(const Desk& desk) const { return even_ ? time() : desk.pc().time(); }

private:
    bool even_;
};

/// Returns a screen that shows only the newest frame of the lane (a loop with its world).
Screen newest_screen(const Lane& lane);

} // namespace lab
