#include "lab/lane/lanes.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

MeteredLanes::MeteredLanes(std::span<const LaneSetup> setups, bool looked_at)
{
    for (const LaneSetup& setup : setups) lanes_.push_back(std::make_unique<MeteredLane>(setup, looked_at));
}

Lanes::Lanes(std::span<const LaneSetup> setups, const RunLength& length, bool looked_at)
    : length_{length}
{
    for (const LaneSetup& setup : setups)
    {
        auto runner = std::make_unique<LaneRunner>(setup, looked_at);
        runners_.push_back(runner.get());
        lanes_.push_back(std::move(runner));
    }
}

bool Lanes::advance_to(Nanos to, std::int64_t frames_at_most)
{
    time_ = std::max(time_, to);
    for (LaneRunner* lane : runners_)
        for (std::int64_t frames = 0; goes_on(*lane) && lane->next_frame_at() <= to; ++frames)
        {
            if (frames == frames_at_most) return false;
            lane->frame();
        }
    return true;
}

bool Lanes::goes_on(const LaneRunner& lane) const { return lab::goes_on(lane, length_, lane.lane().totals().frames); }

bool Lanes::done() const
{
    return std::ranges::none_of(runners_, [&](const LaneRunner* lane) { return goes_on(*lane); });
}

const telemetry::FrameSample* Lanes::single_frame()
{
    LaneRunner* last = nullptr;
    for (LaneRunner* lane : runners_)
        if (goes_on(*lane) && (last == nullptr || lane->next_frame_at() < last->next_frame_at())) last = lane;
    if (last == nullptr) return nullptr;
    time_ = std::max(time_, last->next_frame_at());
    return &last->frame();
}

std::vector<LaneResult> MeteredLanes::results() const
{
    std::vector<LaneResult> all;
    for (const auto& lane : lanes_) all.push_back(result_of(*lane));
    return all;
}

void MeteredLanes::press(Nanos at, Button button, bool down)
{
    for (const auto& lane : lanes_) lane->lane().press(at, button, down);
}

void MeteredLanes::note(std::uint32_t events)
{
    for (const auto& lane : lanes_) lane->lane().note(events);
}

} // namespace lab
