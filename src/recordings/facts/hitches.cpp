#include "recordings/facts/hitches.hpp"

#include <algorithm>
#include <functional>

namespace recordings
{

using namespace std::chrono_literals;

Nanos median_of(std::span<const Nanos> frames)
{
    std::vector<Nanos> all(frames.begin(), frames.end());
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
}

Nanos hitch_limit_of(Nanos median) { return std::max(median + median / 2 * 3, median + 25ms); }
Nanos hitch_limit(std::span<const Nanos> frames) { return hitch_limit_of(median_of(frames)); }

std::vector<Hitch> hitches_of(std::span<const Nanos> frames)
{
    if (frames.empty()) return {};
    const Nanos limit = hitch_limit(frames);
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
