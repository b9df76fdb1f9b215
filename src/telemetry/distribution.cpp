#include "telemetry/distribution.hpp"

#include "telemetry/quantile.hpp"

#include <algorithm>
#include <bit>

namespace telemetry
{

namespace
{

// Number of low bits of a double that the histogram ignores. The histogram puts a value into a bucket by its other
// bits: the exponent and the 12 upper bits of the fraction. If values are not negative, a larger value never has a
// lower bucket number.
constexpr int left_out = 52 - 12;

std::uint64_t bucket_of(double value) { return std::bit_cast<std::uint64_t>(value) >> left_out; }

// Returns the value in the middle of bucket number `bucket` of the histogram.
double middle_of(std::uint64_t bucket)
{
    if (bucket == 0) return 0.0;
    return std::bit_cast<double>(bucket << left_out | std::uint64_t{1} << (left_out - 1));
}

} // namespace

void Distribution::add(double value)
{
    ++number_;
    if (number_ <= exact_to_) return values_.push_back(value);
    for (const double kept : values_) count(kept);
    values_ = {};
    count(value);
}

void Distribution::count(double value) { ++buckets_[bucket_of(std::max(value, 0.0))]; }

double Distribution::value_at(std::size_t place) const
{
    for (const auto& [bucket, number] : buckets_)
    {
        if (place < number) return middle_of(bucket);
        place -= number;
    }
    return middle_of(buckets_.rbegin()->first);
}

double Distribution::quantile(double p) const
{
    if (empty()) return 0.0;
    if (!values_.empty())
    {
        std::vector<double> values = values_;
        return telemetry::quantile(values, p);
    }
    const auto [below, fraction] = quantile_position(number_, p, QuantileRule::r7);
    const double low             = value_at(below);
    return fraction == 0.0 ? low : low + fraction * (value_at(below + 1) - low);
}

} // namespace telemetry
