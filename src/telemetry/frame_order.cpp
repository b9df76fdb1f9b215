#include "telemetry/frame_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace telemetry
{

namespace
{

constexpr std::size_t least_buckets = std::size_t{1} << 8;
constexpr std::size_t most_buckets  = std::size_t{1} << 18;

// Returns `frame` - `shortest` in nanoseconds. A negative difference becomes a huge number, above the width of every
// Range; so a frame time shorter than the range is not counted.
std::uint64_t above(Nanos frame, Nanos shortest)
{
    return static_cast<std::uint64_t>(frame.count()) - static_cast<std::uint64_t>(shortest.count());
}

// Returns `shortest` plus `ns` nanoseconds. If the sum is longer than the longest time that Nanos holds, it wraps
// around, without undefined behaviour.
Nanos plus(Nanos shortest, std::uint64_t ns)
{
    return Nanos{static_cast<std::int64_t>(static_cast<std::uint64_t>(shortest.count()) + ns)};
}

} // namespace

FrameOrder::Range FrameOrder::range_of(std::span<const Nanos> frames)
{
    if (frames.empty()) return {};
    Nanos shortest = frames.front(), longest = frames.front();
    for (const Nanos frame : frames)
    {
        shortest = std::min(shortest, frame);
        longest  = std::max(longest, frame);
    }
    return {shortest, above(longest, shortest)};
}

FrameOrder::FrameOrder(std::span<const Nanos> frames)
    : FrameOrder(frames, range_of(frames))
{
}

FrameOrder::FrameOrder(std::span<const Nanos> frames, Range range)
    : frames_(frames)
    , shortest_(range.shortest)
    , longest_(plus(range.shortest, range.width))
{
    const std::size_t most = std::clamp(std::bit_ceil(frames.size()), least_buckets, most_buckets);
    while (range.width >> bucket_bits_ >= most) ++bucket_bits_;
    const auto bucket_of = [&](std::uint64_t ns) { return static_cast<std::size_t>(ns >> bucket_bits_); };
    ends_.resize(bucket_of(range.width) + 1);
    for (const Nanos frame : frames)
        if (const std::uint64_t ns = above(frame, range.shortest); ns <= range.width) ++ends_[bucket_of(ns)];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
}

Nanos FrameOrder::at(std::size_t rank) const
{
    const auto bucket         = static_cast<std::size_t>(std::ranges::upper_bound(ends_, rank) - ends_.begin());
    const std::uint64_t width = std::uint64_t{1} << bucket_bits_;
    const Nanos shortest      = plus(shortest_, bucket * width);
    if (width == 1) return shortest;
    return FrameOrder{frames_, {shortest, width - 1}}.at(bucket == 0 ? rank : rank - ends_[bucket - 1]);
}

} // namespace telemetry
