// telemetry/distribution.hpp -- values whose percentiles are wanted again and again, for as long as a window stays open
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace telemetry
{

/// Keeps values (0 or more) themselves, and their percentiles are exact, up to a number of them; of more it keeps how
/// many were about how large, to 1/8192 of the value: memory and the time that a percentile takes are bounded from then
/// on.
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
    /// The p-quantile, 0 <= p <= 1, by QuantileRule::r7; 0 for no values.
    double quantile(double p) const;
    /// How many numbers are kept.
    std::size_t kept() const { return values_.size() + buckets_.size(); }

private:
    void count(double value);
    double value_at(std::size_t place) const;

    std::size_t exact_to_;
    std::size_t number_ = 0;
    std::vector<double> values_; ///< while they are no more than `exact_to_`
    std::map<std::uint64_t, std::size_t> buckets_;
};

} // namespace telemetry
