// lab/lane_runner.hpp -- a lane with a virtual PC of its own: computed frame by frame, as fast as it can be
#pragma once

#include "lab/lane.hpp"
#include "lab/playback.hpp"
#include "machine/virtual_pc.hpp"
#include "telemetry/meter.hpp"

#include <deque>
#include <string>
#include <vector>

namespace lab
{

/// What runs in a lane, on which machine.
struct LaneSetup
{
    std::string name{}; ///< for people, and to be referred to
    Settings settings{};
    std::optional<Playback> recording{}; ///< its frame times instead of the machine's own
};

/// A part of the screen, from `top` (0) down to the next part's top or to the lower edge (1), and what it shows.
struct ScreenPart
{
    double top = 0.0;
    physics::Moment moment;
};

/// A lane's display as it is looked at.
struct Screen
{
    std::vector<ScreenPart> parts; ///< from the top down: one, or more where pictures tear; none before the first
    std::vector<physics::Moment> arrived; ///< the pictures that have come since the last look, oldest first
};

class LaneRunner
{
public:
    /// A lane that is looked at keeps its pictures, the mathematics and its past; others are cheaper.
    explicit LaneRunner(LaneSetup setup, bool looked_at = false);

    /// Computes the next frame, to the moment at which presenting it returns.
    const telemetry::FrameSample& frame();
    /// The next frame on another PC than its own, which has measured it; `end_fed` ends it with what that PC's display
    /// did with the picture of `driver`.
    const telemetry::FrameSample& feed(Nanos measured, Nanos refresh, machine::Pc& pc);
    void end_fed(const telemetry::FrameSample& driver);
    /// A frame that somebody else has computed (Lane::show).
    void show(Nanos wall, Nanos measured, const timestep::StepPlan& plan, Nanos stepping, const physics::World& world);
    /// Adds `duration` to the next frame, once.
    void hitch(Nanos duration) { pc_.hitch(duration); }
    /// When the next frame begins, on the lane's own wall clock, which starts at zero.
    Nanos next_frame_at() const;
    /// The recording has been played; there is no next frame.
    bool ended() const { return setup_.recording && !setup_.recording->peek(); }

    /// Turned in place between frames; call `obey` afterwards.
    LaneSetup& setup() { return setup_; }
    const LaneSetup& setup() const { return setup_; }
    void obey() { lane_.obey(setup_.settings); }
    /// What the hand does in the next frame.
    physics::Input input{};

    Lane& lane() { return lane_; }
    const Lane& lane() const { return lane_; }
    /// Of all frames so far; of those that were fed, since the reset.
    telemetry::Metrics metrics() const { return meter_.result(lane_.start_energy()); }

    /// What the virtual display shows at `at`. Times must not go back: what was replaced on the screen is forgotten at
    /// the next look.
    Screen on_screen(Nanos at);

private:
    std::optional<Nanos> next_recorded();
    void keep_picture();

    LaneSetup setup_;
    machine::VirtualPc pc_;
    Lane lane_;
    telemetry::Meter meter_;
    bool keep_pictures_;
    std::deque<physics::KeptMoment> pictures_; ///< in the order in which they reach the screen
    std::int64_t arrived_ = -1;                ///< the newest frame that was seen on the screen
};

} // namespace lab
