// telemetry/quantile.hpp -- quantiles of value lists, of value streams in bounded memory, and of frame times
#pragma once

#include "timestep/time.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace telemetry
{

/// Interpolation between sorted values: types 7 and 8 of Hyndman and Fan, The American Statistician 50 (1996).
enum class QuantileRule : std::uint8_t
{
    /// The p-quantile is at position (n - 1) p + 1 of n sorted values, counted from 1; used by numpy and spreadsheets.
    r7,
    /// The p-quantile of n sorted values is at position (n + 1/3) p + 1/3, from 1; used by Math.NET and CapFrameX.
    r8,
};

struct QuantilePosition
{
    std::size_t index_below = 0; ///< index, from 0, of the last value at or below the quantile
    double fraction = 0.0; ///< position between the value at `index_below` (0) and the next value (1)
};
/// The position of the p-quantile, 0 <= p <= 1, among `count` sorted values; `count` must be at least 1.
QuantilePosition quantile_position(std::size_t count, double p, QuantileRule rule);

/// The p-quantile, 0 <= p <= 1, of `count` >= 1 values; `value_at(rank)` returns the sorted value at `rank`, from 0.
double interpolated_quantile(std::size_t count, double p, QuantileRule rule, auto value_at)
{
    const auto [rank_below, fraction] = quantile_position(count, p, rule);
    const double below = value_at(rank_below);
    // Skips a value of weight 0, because 0 * infinity is NaN.
    return fraction == 0.0 ? below : below + fraction * (value_at(rank_below + 1) - below);
}

/// The p-quantile of sorted values, 0 <= p <= 1; NaN if there are no values.
double quantile_of_sorted(std::span<const double> sorted, double p, QuantileRule rule = QuantileRule::r7);
/// The p-quantile of `values`, 0 <= p <= 1; NaN if there are no values. Reorders `values`.
double quantile(std::vector<double>& values, double p, QuantileRule rule = QuantileRule::r7);

/// Quantiles of values >= 0: exact up to `max_exact_values` values, then from a histogram (relative error <= 1/8192).
class ExactThenBucketedQuantiles
{
public:
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

    explicit ExactThenBucketedQuantiles(std::size_t max_exact_values = unlimited)
        : max_exact_values_{max_exact_values}
    {
    }

    void add(double value);
    bool empty() const { return value_count_ == 0; }
    /// The p-quantile, interpolated as in numpy (QuantileRule::r7); 0 without values.
    double quantile(double p) const;
    std::size_t stored_entry_count() const { return exact_values_.size() + buckets_.size(); }

private:
    void add_to_bucket(double value);
    double bucketed_value_at(std::size_t rank) const;

    std::size_t max_exact_values_;
    std::size_t value_count_ = 0;
    std::vector<double> exact_values_; ///< all added values; empty if more than `max_exact_values_` values were added
    std::map<std::uint64_t, std::size_t> buckets_;
};

using timestep::Nanos;

/// Frame times in chronological order, which must outlive this view, with indexes of up to 2 MiB for fast quantiles.
class IndexedFrameTimesView
{
public:
    IndexedFrameTimesView() = default;
    IndexedFrameTimesView(std::span<const Nanos> frame_times);
    IndexedFrameTimesView(const std::vector<Nanos>& frame_times)
        : IndexedFrameTimesView(std::span{frame_times})
    {
    }

    std::span<const Nanos> frame_times() const { return frame_times_; }
    std::size_t size() const { return frame_times_.size(); }
    bool empty() const { return frame_times_.empty(); }

    /// The frame time with index `rank`, 0 to size() - 1, in ascending order. Can take several passes over all times,
    /// whose result it remembers for near ranks: two threads must not call it at the same time.
    Nanos at_rank(std::size_t rank) const;
    /// The least and the greatest value that at_rank(rank) can have by the index alone, without a pass over the times.
    std::pair<Nanos, Nanos> bounds_at_rank(std::size_t rank) const;
    /// The longest frame time; zero if there are no frames.
    Nanos longest() const { return longest_; }
    /// The sum of the frame times; it wraps around if it does not fit into Nanos.
    Nanos sum() const { return sum_; }

private:
    // Counts the frame times from `shortest` to `longest`, inclusive.
    void build_index(Nanos shortest, Nanos longest);

    std::span<const Nanos> frame_times_{};
    Nanos shortest_{}, longest_{}, sum_{};
    int bin_width_bits_ = 0; // a bin covers 2^bin_width_bits_ nanoseconds
    // For each bin, the number of frame times in this bin and in all bins for shorter times.
    std::vector<std::size_t> cumulative_counts_{};
    mutable std::vector<IndexedFrameTimesView> searched_bins_{}; // each with an index of its own
};

/// The p-quantile of the frame times in ms, 0 <= p <= 1, by QuantileRule::r7. Needs at least one frame.
double quantile_ms(const IndexedFrameTimesView& frame_times, double p);

} // namespace telemetry
