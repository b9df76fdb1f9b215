// lab/lane/lanes.hpp -- the classes MeteredLanes (several loops, each with its own world) and Lanes (such loops on
// virtual PCs with a common clock)
#pragma once

#include "lab/lane/headless.hpp"

#include <memory>
#include <vector>

namespace lab
{

/// Several lanes (loops, each with its own world), in the order in which the window shows them.
class MeteredLanes
{
public:
    /// `looked_at` is true if the window shows the lanes (loops).
    explicit MeteredLanes(std::span<const LaneSetup> setups, bool looked_at = true);

    std::size_t size() const { return lanes_.size(); }
    MeteredLane& operator[](std::size_t i) { return *lanes_[i]; }
    const MeteredLane& operator[](std::size_t i) const { return *lanes_[i]; }
    /// Returns the results of all loops up to their newest frames.
    std::vector<LaneResult> results() const;

    /// Passes a key press (`down`) or release to all lanes (loops). `at` is the time on their common wall clock.
    void press(Nanos at, Button button, bool down);
    /// Adds the bits `events` (telemetry::Event) to the record of each lane's (loop's) next frame.
    void note(std::uint32_t events);

protected:
    MeteredLanes() = default;

    std::vector<std::unique_ptr<MeteredLane>> lanes_;
};

/// Several lanes (loops, each with its own world), each on its own virtual PC. Slow motion does not change their
/// frames: these depend only on the virtual PCs' clock.
class Lanes : public MeteredLanes
{
public:
    /// Makes one lane (a loop with its world) for each set-up. Each lane runs up to the limits of `length`, and ends
    /// with the same frame as a run of its set-up without a window (run_lane()). Without limits the lanes run without
    /// an end.
    explicit Lanes(std::span<const LaneSetup> setups, const RunLength& length = {}, bool looked_at = true);

    LaneRunner& operator[](std::size_t i) { return *runners_[i]; }
    const LaneRunner& operator[](std::size_t i) const { return *runners_[i]; }

    /// Computes all frames that begin at wall time `to` or earlier. If a lane (loop) needs more than `frames_at_most`
    /// frames, stops and returns false: the caller must call again to continue.
    bool advance_to(Nanos to, std::int64_t frames_at_most = 20'000);
    /// Computes one frame of the lane (loop) whose next frame begins earliest. Returns the record of this frame; null
    /// if all lanes have ended.
    const telemetry::FrameSample* single_frame();
    /// True if all lanes (loops) have reached the end of their run.
    bool done() const;
    /// Returns the wall time up to which the frames of all lanes (loops) have been computed.
    Nanos time() const { return time_; }

private:
    bool goes_on(const LaneRunner& lane) const;

    std::vector<LaneRunner*> runners_; ///< pointers to the elements of lanes_, as objects of the type LaneRunner
    RunLength length_;
    Nanos time_{};
};

} // namespace lab
