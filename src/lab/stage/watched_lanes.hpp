// lab/stage/watched_lanes.hpp -- lanes on virtual PCs that the window shows while they run
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/stage/desk.hpp"

namespace lab
{

/// Lanes on virtual PCs. Their clock advances with the window's, at the tempo of the settings. A virtual frame for
/// which the window has no time is computed, but not shown.
class WatchedLanes : public Lanes
{
public:
    using Lanes::Lanes;

    /// Simulates all frames that are due. If the user has asked for a single frame in a pause, simulates only the next
    /// one.
    void begin_frame(Desk& desk);
    /// Makes the next frame of each lane longer by `duration`, and adds the bits `event` (telemetry::Event) to its
    /// record.
    void lose(Nanos duration, std::uint32_t event);
    /// Returns what the display of lane number `lane` shows now.
    Screen on_screen(std::size_t lane);

private:
    /// Time, on the lanes' clock, of the pictures that the window shows. It can be later than time() when the user has
    /// asked for a single frame.
    Nanos looked_at_{};
};

} // namespace lab
