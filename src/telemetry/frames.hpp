// telemetry/frames.hpp -- a ring buffer, and a view of frame samples in time order in a ring buffer or an array
#pragma once

#include "telemetry/frame_sample.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace telemetry
{

/// A ring buffer: keeps the newest `capacity` values, and allocates memory only once.
template <class T>
class Ring
{
public:
    explicit Ring(std::size_t capacity)
        : capacity_{capacity}
    {
        values_.reserve(capacity);
    }
    Ring(const Ring& other)
        : Ring{other.capacity_}
    {
        *this = other;
    }
    Ring& operator=(const Ring&) = default;

    void push_back(const T& value)
    {
        if (values_.size() < capacity_) return values_.push_back(value);
        values_[first_] = value;
        first_          = (first_ + 1) % capacity_;
    }
    void clear()
    {
        values_.clear();
        first_ = 0;
    }

    std::size_t size() const { return values_.size(); }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return values_.empty(); }
    /// Index 0 is the oldest value.
    const T& operator[](std::size_t i) const { return values_[place(i)]; }
    const T& back() const { return (*this)[size() - 1]; }
    T& back() { return values_[place(size() - 1)]; }

    /// A ring buffer has two contiguous parts: older() and then newer() are all values in order.
    std::span<const T> older() const { return std::span{values_}.subspan(first_); }
    std::span<const T> newer() const { return std::span{values_}.first(first_); }

private:
    std::size_t place(std::size_t i) const
    {
        const std::size_t at = first_ + i;
        return at < values_.size() ? at : at - values_.size();
    }

    std::vector<T> values_;
    std::size_t capacity_;
    std::size_t first_ = 0;
};

/// A view of frame samples, which another object owns. It is valid until that object changes.
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

    /// The oldest `number` samples.
    Frames first(std::size_t number) const
    {
        Frames some;
        some.older_ = older_.first(std::min(number, older_.size()));
        some.newer_ = newer_.first(std::min(number - some.older_.size(), newer_.size()));
        return some;
    }

    /// All samples except the oldest `number`.
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

    /// Index of the first frame with clock(sample) >= `time`; size() if there is none. `clock` must never decrease.
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
    /// By the wall clock at the start of the frames.
    std::size_t first_from(Nanos wall) const
    {
        return first_from(wall, [](const FrameSample& s) { return s.wall; });
    }
    /// The newest frame that began at `wall` or earlier.
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
