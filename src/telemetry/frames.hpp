// telemetry/frames.hpp -- a view of the records of frames (frame samples) in time order; the records are stored in a
// ring buffer or in an array
#pragma once

#include "telemetry/frame_sample.hpp"
#include "telemetry/ring.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace telemetry
{

/// A view of the records of frames (frame samples). Another object owns the records; the view is valid until that
/// object changes.
class Frames
{
public:
    Frames() = default;
    Frames(std::span<const FrameSample> samples)
        : older_{samples}
    {
    }
    Frames(const std::vector<FrameSample>& samples)
        : older_{samples}
    {
    }
    Frames(const Ring<FrameSample>& ring)
        : older_{ring.older()}
        , newer_{ring.newer()}
    {
    }

    /// Returns a view of the oldest `number` frame samples.
    Frames first(std::size_t number) const
    {
        Frames some;
        some.older_ = older_.first(std::min(number, older_.size()));
        some.newer_ = newer_.first(std::min(number - some.older_.size(), newer_.size()));
        return some;
    }

    /// Returns a view of all frame samples except the oldest `number`.
    Frames from(std::size_t number) const
    {
        Frames some;
        some.older_ = older_.subspan(std::min(number, older_.size()));
        some.newer_ = newer_.subspan(std::min(number - (older_.size() - some.older_.size()), newer_.size()));
        return some;
    }

    std::size_t size() const { return older_.size() + newer_.size(); }
    bool empty() const { return size() == 0; }
    const FrameSample& operator[](std::size_t i) const
    {
        return i < older_.size() ? older_[i] : newer_[i - older_.size()];
    }
    const FrameSample& front() const { return (*this)[0]; }
    const FrameSample& back() const { return (*this)[size() - 1]; }

    /// Finds a frame by a time that never decreases from frame to frame, such as its wall clock. Returns the index of
    /// the first frame with `clock(sample)` >= `time`; size() if there is none.
    template <class Clock>
    std::size_t first_from(Nanos time, Clock clock) const
    {
        std::size_t low  = 0;
        std::size_t high = size();
        while (low < high)
        {
            const std::size_t middle = low + (high - low) / 2;
            if (clock((*this)[middle]) < time)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
    /// Returns the index of the first frame that began at wall time `wall` or later; size() if there is none.
    std::size_t first_from(Nanos wall) const
    {
        return first_from(wall, [](const FrameSample& s) { return s.wall; });
    }
    /// Returns the index of the newest frame that began at wall time `wall` or earlier; std::nullopt if there is none.
    std::optional<std::size_t> newest_by(Nanos wall) const
    {
        const std::size_t after = first_from(wall + Nanos{1});
        return after == 0 ? std::nullopt : std::optional{after - 1};
    }

private:
    std::span<const FrameSample> older_;
    std::span<const FrameSample> newer_;
};

} // namespace telemetry
