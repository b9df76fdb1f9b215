// telemetry/ring.hpp -- the last `capacity` values, oldest first; the memory is taken once
#pragma once

#include <cstddef>
#include <vector>

namespace telemetry
{

template <class T>
class Ring
{
public:
    explicit Ring(std::size_t capacity)
        : values_(capacity)
    {
    }

    void push_back(const T& value)
    {
        values_[(first_ + size_) % values_.size()] = value;
        size_ < values_.size() ? ++size_ : first_ = (first_ + 1) % values_.size();
    }
    void clear() { first_ = size_ = 0; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// 0 is the oldest.
    const T& operator[](std::size_t i) const { return values_[(first_ + i) % values_.size()]; }
    const T& back() const { return (*this)[size_ - 1]; }
    T& back() { return values_[(first_ + size_ - 1) % values_.size()]; }

private:
    std::vector<T> values_;
    std::size_t first_ = 0;
    std::size_t size_  = 0;
};

} // namespace telemetry
