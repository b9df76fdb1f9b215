#include "lab/race.hpp"

#include "machine/presets.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

Nanos Tempo::lab_time(Nanos watched) const
{
    if (paused) return Nanos::zero();
    return Nanos{std::llround(std::clamp(speed, slowest, fastest) * static_cast<double>(watched.count()))};
}

Nanos Tempo::watched_time(Nanos passed) const
{
    return Nanos{std::llround(static_cast<double>(passed.count()) / std::clamp(speed, slowest, fastest))};
}

Race::Race(std::span<const LaneSetup> setups, const RunLength& length)
    : length_{length}
{
    for (const LaneSetup& setup : setups) lanes_.push_back(std::make_unique<RaceLane>(setup, true));
}

bool Race::advance_to(Nanos to, std::int64_t frames_at_most)
{
    time_ = std::max(time_, to);
    for (const auto& lane : lanes_)
        for (std::int64_t frames = 0; goes_on(*lane) && lane->next_frame_at() <= to; ++frames)
        {
            if (frames == frames_at_most) return false;
            lane->frame();
        }
    return true;
}

bool Race::goes_on(const RaceLane& lane) const { return lab::goes_on(lane, length_, lane.lane().totals().frames); }

bool Race::done() const
{
    return std::ranges::none_of(lanes_, [&](const auto& lane) { return goes_on(*lane); });
}

const telemetry::FrameSample* Race::single_frame()
{
    RaceLane* last = nullptr;
    for (const auto& lane : lanes_)
        if (goes_on(*lane) && (last == nullptr || lane->next_frame_at() < last->next_frame_at())) last = lane.get();
    if (last == nullptr) return nullptr;
    time_ = std::max(time_, last->next_frame_at());
    return &last->frame();
}

LaneResult Race::result(std::size_t i) const { return result_of(*lanes_[i]); }

std::vector<LaneSetup> race_of(const Settings& base, std::span<const std::size_t> presets)
{
    std::vector<LaneSetup> setups;
    for (const std::size_t preset : presets)
    {
        LaneSetup& setup = setups.emplace_back();
        setup.name       = timestep::all_presets[preset].name;
        setup.settings   = base;
        setup.settings.loop.choose(preset);
    }
    return setups;
}

std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines)
{
    std::vector<LaneSetup> setups;
    for (const std::size_t machine : machines)
    {
        const machine::Preset& preset = machine::all_presets()[machine];
        LaneSetup& setup              = setups.emplace_back();
        setup.name                    = preset.label;
        setup.settings                = base;
        setup.settings.machine        = preset.make();
    }
    return setups;
}

} // namespace lab
