// telemetry/frames.hpp -- frame samples in the order of time, wherever they are kept: in a ring or in a row
#pragma once

#include "telemetry/frame_sample.hpp"
#include "telemetry/ring.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace telemetry
{

/// Looks at samples that somebody else owns, until they change.
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

    /// Only the oldest `number` of them.
    Frames first(std::size_t number) const
    {
        Frames some;
        some.older_ = older_.first(std::min(number, older_.size()));
        some.newer_ = newer_.first(std::min(number - some.older_.size(), newer_.size()));
        return some;
    }

    /// Without the oldest `number` of them.
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

    /// The first frame of which `clock(sample)`, which never goes back, is not before `time`; size() when none is.
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
    /// The first frame that began at `wall` or later; size() when none did.
    std::size_t first_from(Nanos wall) const
    {
        return first_from(wall, [](const FrameSample& s) { return s.wall; });
    }
    /// The newest frame that had begun by `wall`: what was on the stage then. Nothing before the first.
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
