// telemetry/ring.hpp -- a ring buffer: keeps the newest `capacity` values, and allocates memory only once
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace telemetry
{

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
    /// Returns the value at index `i`; index 0 is the oldest value.
    const T& operator[](std::size_t i) const { return values_[place(i)]; }
    const T& back() const { return (*this)[size() - 1]; }
    T& back() { return values_[place(size() - 1)]; }

    /// Returns the older part of the values, in order. A ring buffer has two contiguous parts: older() and then newer()
    /// are all values in order.
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

} // namespace telemetry
