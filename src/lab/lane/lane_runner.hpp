// lab/lane/lane_runner.hpp -- a lane (a loop with its world) with its own virtual PC; computes frames as fast as
// possible
#pragma once

#include "lab/lane/metered_lane.hpp"
#include "lab/lane/screen.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <deque>
#include <optional>

namespace lab
{

class LaneRunner : public MeteredLane
{
public:
    /// `looked_at` is true if the window shows the lane (loop): only then on_screen() returns pictures.
    explicit LaneRunner(LaneSetup setup, bool looked_at = false);

    /// Simulates the next frame, up to the return of the call that presents its picture. Returns the frame's record.
    const telemetry::FrameSample& frame();
    /// Makes only the next frame longer, by `duration`.
    void hitch(Nanos duration) { pc_.hitch(duration); }
    /// Returns the wall time at which the next frame starts. The wall clock starts at zero.
    Nanos next_frame_at() const;
    /// True if the frame times come from a recording that has ended, so that there is no next frame.
    bool ended() const { return setup().recording && !setup().recording->peek(); }
    /// The user's input for the next frame.
    sim::Input input{};

    /// Returns the pictures on the virtual display at the time `at` on the virtual PC's wall clock. This time must not
    /// decrease from call to call, because a call deletes pictures that the display no longer shows.
    Screen on_screen(Nanos at);

private:
    std::optional<Nanos> next_recorded();
    void keep_picture();

    sim::VirtualPc pc_;
    bool keep_pictures_;
    std::deque<scenes::KeptMoment> pictures_; ///< kept pictures, in the order in which they reach the screen
    /// Index of the newest frame whose picture on_screen() has reported as arrived on the screen; -1 for none.
    std::int64_t arrived_ = -1;
};

} // namespace lab
