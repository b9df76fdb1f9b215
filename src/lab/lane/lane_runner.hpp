// lab/lane/lane_runner.hpp -- a lane with a virtual PC of its own: computed frame by frame, as fast as it can be
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
    /// A lane that is looked at keeps its pictures too.
    explicit LaneRunner(LaneSetup setup, bool looked_at = false);

    /// Computes the next frame, to the moment at which presenting it returns.
    const telemetry::FrameSample& frame();
    /// Adds `duration` to the next frame, once.
    void hitch(Nanos duration) { pc_.hitch(duration); }
    /// When the next frame begins, on the lane's own wall clock, which starts at zero.
    Nanos next_frame_at() const;
    /// Whether the recording has been played to its end: there is no next frame.
    bool ended() const { return setup().recording && !setup().recording->peek(); }
    /// The user's hand in the next frame.
    sim::Input input{};

    /// What the virtual display shows at `at`. Times must not go back: pictures that were replaced on the screen are
    /// forgotten at the next call.
    Screen on_screen(Nanos at);

private:
    std::optional<Nanos> next_recorded();
    void keep_picture();

    sim::VirtualPc pc_;
    bool keep_pictures_;
    std::deque<scenes::KeptMoment> pictures_; ///< in the order in which they reach the screen
    std::int64_t arrived_ = -1;               ///< the newest frame that was seen on the screen
};

} // namespace lab
