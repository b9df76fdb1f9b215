// lab/race_lane.hpp -- a lane with a virtual PC of its own: computed frame by frame, as fast as it can be
#pragma once

#include "lab/lane.hpp"
#include "lab/playback.hpp"
#include "machine/virtual_pc.hpp"
#include "telemetry/meter.hpp"

#include <deque>
#include <string>

namespace lab
{

/// What runs in a lane, on which machine.
struct LaneSetup
{
    std::string name{}; ///< for people, and to be referred to
    Settings settings{};
    std::optional<Playback> recording{}; ///< its frame times instead of the machine's own
};

/// A picture on its way to the screen, or on it.
struct RacePicture
{
    telemetry::FrameSample sample{};
    physics::AnyState state{};
    std::optional<physics::AnyState> exact{}; ///< the exact motion at the moment that it shows, where that is known
};

/// A part of the screen, from `top` (0) down to the next part's top or to the lower edge (1), and what it shows.
struct ScreenPart
{
    double top = 0.0;
    const RacePicture* picture;
};

class RaceLane
{
public:
    /// `keep_pictures`, and a ghost, are for lanes that are looked at; others are cheaper.
    explicit RaceLane(LaneSetup setup, bool keep_pictures = false, std::size_t samples = 64);

    /// Computes the next frame, to the moment at which presenting it returns.
    const telemetry::FrameSample& frame();
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
    /// Of all frames so far.
    telemetry::Metrics metrics() const { return meter_.result(start_energy_); }

    /// What the virtual display shows at `at`, from the top down: one part, or more where pictures tear. Empty before
    /// the first picture. Times must not go back: what was replaced on the screen is forgotten.
    std::vector<ScreenPart> on_screen(Nanos at);

private:
    std::optional<Nanos> next_recorded();
    void keep_picture();

    LaneSetup setup_;
    machine::VirtualPc pc_;
    Lane lane_;
    telemetry::Meter meter_;
    double start_energy_;
    bool keep_pictures_;
    std::deque<RacePicture> pictures_; ///< in the order in which they reach the screen
};

} // namespace lab
