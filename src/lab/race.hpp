// lab/race.hpp -- lanes side by side on one laboratory clock
//
// Race: one machine, several loops, one stream of lag. Duel: one loop on several machines. Both are a matter of the
// set-ups; lanes never learn how fast the laboratory's own clock runs, so slow motion changes nothing that they
// compute.
#pragma once

#include "lab/headless.hpp"

#include <memory>
#include <vector>

namespace lab
{

/// The laboratory's own pace: pause, single frames, slow motion and fast forward, for all lanes alike.
struct Tempo
{
    static constexpr double slowest = 1.0 / 1000.0;
    static constexpr double fastest = 100.0;

    bool paused  = false;
    double speed = 1.0; ///< seconds in the lanes for each second of the person who watches, slowest to fastest

    /// How far the lanes go on while `watched` passes.
    Nanos lab_time(Nanos watched) const;
    /// How long somebody watches while the lanes go on by `passed`.
    Nanos watched_time(Nanos passed) const;
};

class Race
{
public:
    /// Lanes that end with `length`, just where `run_lane` would end them; by default they do not.
    explicit Race(std::span<const LaneSetup> setups, const RunLength& length = {});

    /// Computes every frame that begins by `to` on the lanes' wall clocks. Returns false, and has stopped early, when a
    /// lane took more than `frames_at_most` to get there: call again to go on.
    bool advance_to(Nanos to, std::int64_t frames_at_most = 20'000);
    /// One frame of the lane that is behind all others; null when all have ended.
    const telemetry::FrameSample* single_frame();
    /// No lane has a next frame.
    bool done() const;
    /// How far it has come.
    Nanos time() const { return time_; }

    std::size_t size() const { return lanes_.size(); }
    RaceLane& lane(std::size_t i) { return *lanes_[i]; }
    const RaceLane& lane(std::size_t i) const { return *lanes_[i]; }
    /// As `run_lane` would judge the lane now.
    LaneResult result(std::size_t i) const;

private:
    bool goes_on(const RaceLane& lane) const;

    std::vector<std::unique_ptr<RaceLane>> lanes_;
    RunLength length_;
    Nanos time_{};
};

/// One machine, several loops: the set-up `base` with each of the presets (places in timestep::all_presets).
std::vector<LaneSetup> race_of(const Settings& base, std::span<const std::size_t> presets);
/// One loop, several machines (places in machine::all_presets).
std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines);

} // namespace lab
