// lab/lane/lanes.hpp -- the lanes of a stage; and those that run on virtual PCs of their own, side by side on one clock
#pragma once

#include "lab/lane/headless.hpp"

#include <memory>
#include <vector>

namespace lab
{

/// The lanes of a stage, in the order in which they are shown.
class MeteredLanes
{
public:
    /// See MeteredLane for lanes that are not looked at.
    explicit MeteredLanes(std::span<const LaneSetup> setups, bool looked_at = true);

    std::size_t size() const { return lanes_.size(); }
    MeteredLane& operator[](std::size_t i) { return *lanes_[i]; }
    const MeteredLane& operator[](std::size_t i) const { return *lanes_[i]; }
    /// As `run_lane` would judge them now.
    std::vector<LaneResult> results() const;

    /// A key went down or up, at that time of the lanes' clock.
    void press(Nanos at, Button button, bool down);
    /// Adds to the events of every lane's next frame.
    void note(std::uint32_t events);

protected:
    MeteredLanes() = default;

    std::vector<std::unique_ptr<MeteredLane>> lanes_;
};

/// Lanes on virtual PCs of their own. How fast the laboratory's own clock runs does not reach them, so slow motion
/// changes nothing that they compute.
class Lanes : public MeteredLanes
{
public:
    /// Lanes that end with `length`, just where `run_lane` would end them; by default they do not.
    explicit Lanes(std::span<const LaneSetup> setups, const RunLength& length = {}, bool looked_at = true);

    LaneRunner& operator[](std::size_t i) { return *runners_[i]; }
    const LaneRunner& operator[](std::size_t i) const { return *runners_[i]; }

    /// Computes every frame that begins by `to` on the lanes' wall clocks. Returns false, and has stopped early, when a
    /// lane took more than `frames_at_most` to get there: call again to go on.
    bool advance_to(Nanos to, std::int64_t frames_at_most = 20'000);
    /// One frame of the lane that is behind all others; null when all have ended.
    const telemetry::FrameSample* single_frame();
    /// No lane has a next frame.
    bool done() const;
    /// How far they have come.
    Nanos time() const { return time_; }

private:
    bool goes_on(const LaneRunner& lane) const;

    std::vector<LaneRunner*> runners_; ///< the same lanes
    RunLength length_;
    Nanos time_{};
};

} // namespace lab
