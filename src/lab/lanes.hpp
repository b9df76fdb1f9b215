// lab/lanes.hpp -- lanes side by side on one clock
//
// They never learn how fast the laboratory's own clock runs, so slow motion changes nothing that they compute.
#pragma once

#include "lab/headless.hpp"

#include <memory>
#include <vector>

namespace lab
{

class Lanes
{
public:
    /// Lanes that end with `length`, just where `run_lane` would end them; by default they do not. See LaneRunner for
    /// those that are not looked at.
    explicit Lanes(std::span<const LaneSetup> setups, const RunLength& length = {}, bool looked_at = true);

    /// Computes every frame that begins by `to` on the lanes' wall clocks. Returns false, and has stopped early, when a
    /// lane took more than `frames_at_most` to get there: call again to go on.
    bool advance_to(Nanos to, std::int64_t frames_at_most = 20'000);
    /// One frame of the lane that is behind all others; null when all have ended.
    const telemetry::FrameSample* single_frame();
    /// No lane has a next frame.
    bool done() const;
    /// How far they have come.
    Nanos time() const { return time_; }

    std::size_t size() const { return lanes_.size(); }
    LaneRunner& operator[](std::size_t i) { return *lanes_[i]; }
    const LaneRunner& operator[](std::size_t i) const { return *lanes_[i]; }
    /// As `run_lane` would judge them now.
    std::vector<LaneResult> results() const;

    /// The same for all of them: a key went down or up, at that time of their clock ...
    void press(Nanos at, Button button, bool down);
    /// ... and events of the next frame.
    void note(std::uint32_t events);

private:
    bool goes_on(const LaneRunner& lane) const;

    std::vector<std::unique_ptr<LaneRunner>> lanes_;
    RunLength length_;
    Nanos time_{};
};

} // namespace lab
