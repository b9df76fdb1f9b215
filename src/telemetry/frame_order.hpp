// telemetry/frame_order.hpp -- order statistics of frame times, such as the median, without copying or sorting them
#pragma once

#include "timestep/time.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace telemetry
{

using timestep::Nanos;

/// Counts frame times by length, in at most 2^18 buckets (2 MiB), to find the median without sorting. The frame times
/// are not copied: they must outlive the object. The difference between the longest and the shortest must fit in Nanos.
/// A list of frame times converts implicitly to a FrameOrder. To compute several statistics of one list, make one
/// FrameOrder for all of them, so that the frame times are counted only once.
class FrameOrder
{
public:
    FrameOrder() = default;
    FrameOrder(std::span<const Nanos> frames);
    FrameOrder(const std::vector<Nanos>& frames)
        : FrameOrder(std::span{frames})
    {
    }

    std::span<const Nanos> frames() const { return frames_; }
    std::size_t size() const { return frames_.size(); }
    bool empty() const { return frames_.empty(); }

    /// Returns the frame time with the index `rank`, 0 to size() - 1, in ascending order. If a bucket covers more than
    /// 1 ns, the frame times of that bucket are counted again in narrower buckets, which needs another pass over all
    /// frame times.
    Nanos at(std::size_t rank) const;
    /// Returns the longest frame time; 0 if there are no frames.
    Nanos longest() const { return longest_; }

private:
    // All lengths from `shortest` to `shortest` + `width` nanoseconds, including both ends.
    struct Range
    {
        Nanos shortest{};
        std::uint64_t width = 0;
    };
    static Range range_of(std::span<const Nanos> frames);
    // Counts the frame times that lie within `range`; ignores all other frame times.
    FrameOrder(std::span<const Nanos> frames, Range range);

    std::span<const Nanos> frames_{};
    Nanos shortest_{}, longest_{};
    int bucket_bits_ = 0; // a bucket covers 2^bucket_bits_ nanoseconds
    // For each bucket, the number of frame times in it and in all buckets for shorter times.
    std::vector<std::size_t> ends_{};
};

} // namespace telemetry
