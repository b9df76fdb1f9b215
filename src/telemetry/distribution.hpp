// telemetry/distribution.hpp -- computes percentiles of a growing number of values, with bounded memory
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace telemetry
{

/// Computes percentiles of values that are 0 or more. It stores the first `exact_to` values, from which percentiles are
/// exact. With more values it stores only a histogram: percentiles then have a relative error of at most 1/8192, and
/// memory and computing time are bounded.
class Distribution
{
public:
    static constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

    explicit Distribution(std::size_t exact_to = everything)
        : exact_to_{exact_to}
    {
    }

    void add(double value);
    bool empty() const { return number_ == 0; }
    /// Returns the p-quantile of the added values, 0 <= p <= 1, interpolated as in numpy (QuantileRule::r7); 0 if no
    /// values were added.
    double quantile(double p) const;
    /// Returns the number of stored values, or of histogram buckets if the values are not stored.
    std::size_t kept() const { return values_.size() + buckets_.size(); }

private:
    void count(double value);
    double value_at(std::size_t place) const;

    std::size_t exact_to_;
    std::size_t number_ = 0;
    std::vector<double> values_; ///< all added values; empty as soon as there are more than `exact_to_` values
    std::map<std::uint64_t, std::size_t> buckets_;
};

} // namespace telemetry
