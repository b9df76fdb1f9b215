#include "telemetry/quantile.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace telemetry
{

namespace
{

// Number of low bits of a double that bucket_of() ignores.
constexpr int ignored_bit_count = 52 - 12;

std::uint64_t bucket_of(double value) { return std::bit_cast<std::uint64_t>(value) >> ignored_bit_count; }

double bucket_middle(std::uint64_t bucket)
{
    if (bucket == 0) return 0.0;
    return std::bit_cast<double>(bucket << ignored_bit_count | std::uint64_t{1} << (ignored_bit_count - 1));
}

constexpr std::size_t min_bins = std::size_t{1} << 8;
constexpr std::size_t max_bins = std::size_t{1} << 18;
constexpr std::size_t max_searched_bins = 16;

// `frame_time` minus `shortest` in ns. A negative difference wraps around to a huge number, above 2^63.
std::uint64_t wrapping_difference_ns(Nanos frame_time, Nanos shortest)
{
    return static_cast<std::uint64_t>(frame_time.count()) - static_cast<std::uint64_t>(shortest.count());
}

// `shortest` plus `difference_ns`. The sum wraps around modulo 2^64.
Nanos wrapping_sum(Nanos shortest, std::uint64_t difference_ns)
{
    return Nanos{static_cast<std::int64_t>(static_cast<std::uint64_t>(shortest.count()) + difference_ns)};
}

} // namespace

QuantilePosition quantile_position(std::size_t count, double p, QuantileRule rule)
{
    const auto n = static_cast<double>(count);
    const double position = rule == QuantileRule::r7 ? (n - 1.0) * p + 1.0 : (n + 1.0 / 3.0) * p + 1.0 / 3.0;
    if (position <= 1.0) return {0, 0.0};
    if (position >= n) return {count - 1, 0.0};
    return {static_cast<std::size_t>(position) - 1, position - std::floor(position)};
}

double quantile_of_sorted(std::span<const double> sorted, double p, QuantileRule rule)
{
    if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
    return interpolated_quantile(sorted.size(), p, rule, [&](std::size_t rank) { return sorted[rank]; });
}

double quantile(std::vector<double>& values, double p, QuantileRule rule)
{
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto [index_below, fraction] = quantile_position(values.size(), p, rule);
    const auto value_below = values.begin() + static_cast<std::ptrdiff_t>(index_below);
    std::nth_element(values.begin(), value_below, values.end());
    if (fraction == 0.0) return *value_below;
    return *value_below + fraction * (*std::min_element(value_below + 1, values.end()) - *value_below);
}

void ExactThenBucketedQuantiles::add(double value)
{
    ++value_count_;
    if (value_count_ <= max_exact_values_)
    {
        exact_values_.push_back(value);
        return;
    }
    for (const double exact_value : exact_values_) add_to_bucket(exact_value);
    exact_values_ = {};
    add_to_bucket(value);
}

void ExactThenBucketedQuantiles::add_to_bucket(double value) { ++buckets_[bucket_of(std::max(value, 0.0))]; }

double ExactThenBucketedQuantiles::bucketed_value_at(std::size_t rank) const
{
    for (const auto& [bucket, count] : buckets_)
    {
        if (rank < count) return bucket_middle(bucket);
        rank -= count;
    }
    return bucket_middle(buckets_.rbegin()->first);
}

double ExactThenBucketedQuantiles::quantile(double p) const
{
    if (empty()) return 0.0;
    std::vector<double> reordered_values = exact_values_;
    if (!reordered_values.empty()) return telemetry::quantile(reordered_values, p);
    return interpolated_quantile(value_count_, p, QuantileRule::r7,
                                 [this](std::size_t rank) { return bucketed_value_at(rank); });
}

IndexedFrameTimesView::IndexedFrameTimesView(std::span<const Nanos> frame_times)
    : frame_times_(frame_times)
{
    if (frame_times.empty()) return;
    Nanos shortest = frame_times.front(), longest = shortest;
    std::uint64_t sum_ns = 0;
    for (const Nanos frame_time : frame_times)
    {
        shortest = std::min(shortest, frame_time);
        longest = std::max(longest, frame_time);
        sum_ns += static_cast<std::uint64_t>(frame_time.count());
    }
    sum_ = wrapping_sum({}, sum_ns);
    build_index(shortest, longest);
}

void IndexedFrameTimesView::build_index(Nanos shortest, Nanos longest)
{
    shortest_ = shortest;
    longest_ = longest;
    const std::uint64_t width_ns = wrapping_difference_ns(longest, shortest);
    const std::size_t max_bin_count = std::clamp(std::bit_ceil(frame_times_.size()), min_bins, max_bins);
    while (width_ns >> bin_width_bits_ >= max_bin_count) ++bin_width_bits_;
    const auto bin_index_of = [bits = bin_width_bits_](std::uint64_t ns)
    { return static_cast<std::size_t>(ns >> bits); };
    cumulative_counts_.resize(bin_index_of(width_ns) + 1);
    for (const Nanos frame_time : frame_times_)
    {
        const std::uint64_t difference_ns = wrapping_difference_ns(frame_time, shortest);
        if (difference_ns <= width_ns) ++cumulative_counts_[bin_index_of(difference_ns)];
    }
    std::partial_sum(cumulative_counts_.begin(), cumulative_counts_.end(), cumulative_counts_.begin());
}

std::pair<Nanos, Nanos> IndexedFrameTimesView::bounds_at_rank(std::size_t rank) const
{
    const auto bin_index =
        static_cast<std::uint64_t>(std::ranges::upper_bound(cumulative_counts_, rank) - cumulative_counts_.begin());
    const Nanos bin_shortest = wrapping_sum(shortest_, bin_index << bin_width_bits_);
    return {bin_shortest, wrapping_sum(bin_shortest, (std::uint64_t{1} << bin_width_bits_) - 1)};
}

Nanos IndexedFrameTimesView::at_rank(std::size_t rank) const
{
    const auto [bin_shortest, bin_longest] = bounds_at_rank(rank);
    if (bin_shortest == bin_longest) return bin_shortest;
    auto bin = std::ranges::find(searched_bins_, bin_shortest, &IndexedFrameTimesView::shortest_);
    if (bin == searched_bins_.end())
    {
        if (searched_bins_.size() == max_searched_bins) searched_bins_.clear();
        bin = searched_bins_.emplace(searched_bins_.end());
        bin->frame_times_ = frame_times_;
        bin->build_index(bin_shortest, bin_longest);
    }
    const auto bin_index = wrapping_difference_ns(bin_shortest, shortest_) >> bin_width_bits_;
    return bin->at_rank(bin_index == 0 ? rank : rank - cumulative_counts_[bin_index - 1]);
}

double quantile_ms(const IndexedFrameTimesView& frame_times, double p)
{
    return interpolated_quantile(frame_times.size(), p, QuantileRule::r7,
                                 [&](std::size_t rank) { return timestep::to_millis(frame_times.at_rank(rank)); });
}

} // namespace telemetry
