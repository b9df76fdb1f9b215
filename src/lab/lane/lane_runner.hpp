// lab/lane/lane_runner.hpp -- a lane with its own virtual PC; it computes frames as fast as possible
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
    /// `looked_at` is true for a lane on the stage: only then on_screen() returns pictures.
    explicit LaneRunner(LaneSetup setup, bool looked_at = false);

    /// Computes the next frame, up to the time at which presenting returns. Returns the frame's sample.
    const telemetry::FrameSample& frame();
    /// Adds `duration` to the next frame, once.
    void hitch(Nanos duration) { pc_.hitch(duration); }
    /// Returns the start of the next frame on the lane's wall clock, which starts at zero.
    Nanos next_frame_at() const;
    /// True if the lane's recording has ended, so that there is no next frame.
    bool ended() const { return setup().recording && !setup().recording->peek(); }
    /// The user's input for the next frame.
    sim::Input input{};

    /// Returns the pictures on the virtual display at the time `at`. `at` must not decrease from call to call: a call
    /// deletes the pictures that newer ones have replaced.
    Screen on_screen(Nanos at);

private:
    std::optional<Nanos> next_recorded();
    void keep_picture();

    sim::VirtualPc pc_;
    bool keep_pictures_;
    std::deque<scenes::KeptMoment> pictures_; ///< pictures in the order in which they reach the screen
    std::int64_t arrived_ = -1;               ///< number of the newest frame that was returned in Screen::arrived
};

} // namespace lab
