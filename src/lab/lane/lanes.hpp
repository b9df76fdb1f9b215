// lab/lane/lanes.hpp -- the lanes of a stage: MeteredLanes, and Lanes, which run on virtual PCs with one common clock
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
    /// `looked_at`: see MeteredLane.
    explicit MeteredLanes(std::span<const LaneSetup> setups, bool looked_at = true);

    std::size_t size() const { return lanes_.size(); }
    MeteredLane& operator[](std::size_t i) { return *lanes_[i]; }
    const MeteredLane& operator[](std::size_t i) const { return *lanes_[i]; }
    /// Returns the results of all lanes up to their newest frames.
    std::vector<LaneResult> results() const;

    /// Passes a key press or release to all lanes. `at` is the time on the lanes' clock.
    void press(Nanos at, Button button, bool down);
    /// Adds event bits (telemetry::FrameSample::events) to the next frame of every lane.
    void note(std::uint32_t events);

protected:
    MeteredLanes() = default;

    std::vector<std::unique_ptr<MeteredLane>> lanes_;
};

/// Lanes that each have a separate virtual PC. The speed of the laboratory's clock does not affect them: in slow motion
/// they compute the same frames.
class Lanes : public MeteredLanes
{
public:
    /// The lanes end at the same frame as run_lane() would end them with this `length`; by default they do not end.
    explicit Lanes(std::span<const LaneSetup> setups, const RunLength& length = {}, bool looked_at = true);

    LaneRunner& operator[](std::size_t i) { return *runners_[i]; }
    const LaneRunner& operator[](std::size_t i) const { return *runners_[i]; }

    /// Computes all frames that begin at `to` or earlier on the lanes' wall clocks. Stops and returns false if a lane
    /// needs more than `frames_at_most` frames: the caller must call it again to continue.
    bool advance_to(Nanos to, std::int64_t frames_at_most = 20'000);
    /// Computes one frame of the lane with the earliest next frame. Returns its sample; null if all lanes have ended.
    const telemetry::FrameSample* single_frame();
    /// True if all lanes have ended.
    bool done() const;
    /// Returns the time on the lanes' wall clock up to which the lanes have been advanced.
    Nanos time() const { return time_; }

private:
    bool goes_on(const LaneRunner& lane) const;

    std::vector<LaneRunner*> runners_; ///< the same lanes as in lanes_, as LaneRunner
    RunLength length_;
    Nanos time_{};
};

} // namespace lab
