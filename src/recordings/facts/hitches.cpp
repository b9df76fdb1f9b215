#include "recordings/facts/hitches.hpp"

#include <algorithm>
#include <functional>

namespace recordings
{

using namespace std::chrono_literals;

Nanos median_of(const telemetry::FrameOrder& frames) { return frames.at(frames.size() / 2); }

Nanos hitch_limit(const telemetry::FrameOrder& frames)
{
    const Nanos median = median_of(frames);
    return std::max(median + median / 2 * 3, median + 25ms);
}

std::vector<Hitch> hitches_of(const telemetry::FrameOrder& order)
{
    if (order.empty()) return {};
    const std::span<const Nanos> frames = order.frames();
    const Nanos limit                   = hitch_limit(order);
    std::vector<Hitch> hitches;
    Nanos at{};
    for (std::size_t i = 0; i < frames.size(); at += frames[i++])
        if (frames[i] > limit) hitches.push_back({i, at, frames[i]});
    std::ranges::stable_sort(hitches, std::greater{}, &Hitch::length);
    return hitches;
}

std::vector<std::uint8_t> around_hitches(std::span<const Nanos> frames)
{
    std::vector<std::uint8_t> around(frames.size());
    for (const Hitch& hitch : hitches_of(frames))
        for (std::size_t i = std::max<std::size_t>(hitch.frame, 1) - 1; i < std::min(hitch.frame + 2, around.size());
             ++i)
            around[i] = 1;
    return around;
}

} // namespace recordings
