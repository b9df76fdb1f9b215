// recordings/facts/statistics.hpp -- standard errors, confidence intervals and outliers of correlated values
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

/// The first elements of `range`, at most `max_count`.
inline auto first_elements(const auto& range, std::size_t max_count)
{
    const std::span elements{range};
    return elements.first(std::min(elements.size(), max_count));
}

// The template parameter `Sequence` is a non-empty container with size() and operator[], such as std::vector<double>.

template <class Sequence>
double mean_of(const Sequence& values)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
    return sum / static_cast<double>(values.size());
}

/// Returns the autocovariances at the lags 0 to `max_lag`: sums of products of deviations, divided by values.size().
/// Computes some lags side by side, and each deviation once; each sum adds its products in the order of the values.
template <std::size_t lags_at_once = 8, class Sequence>
std::vector<double> autocovariances(const Sequence& values, std::size_t max_lag)
{
    constexpr std::size_t values_at_once = 4096;
    const double mean = mean_of(values);
    std::vector<double> covariances((max_lag / lags_at_once + 1) * lags_at_once);
    // The deviations of some values, after those of the values before them. Zeros stand for values before the first.
    std::vector<double> deviations(covariances.size() + values_at_once);
    double* const newest = deviations.data() + covariances.size();
    for (std::size_t begin = 0; begin < values.size(); begin += values_at_once)
    {
        const std::size_t count = std::min(values_at_once, values.size() - begin);
        for (std::size_t i = 0; i < count; ++i) newest[i] = values[begin + i] - mean;
        for (std::size_t lag = 0; lag < covariances.size(); lag += lags_at_once)
        {
            std::array<double, lags_at_once> sums{}; // sums[j] belongs to the lag `lag` + lags_at_once - 1 - j
            std::reverse_copy(&covariances[lag], &covariances[lag] + lags_at_once, sums.begin());
            const double* earlier = newest - lag - (lags_at_once - 1);
            for (std::size_t i = 0; i < count; ++i, ++earlier)
                for (std::size_t j = 0; j < lags_at_once; ++j) sums[j] += newest[i] * earlier[j];
            std::reverse_copy(sums.begin(), sums.end(), &covariances[lag]);
        }
        std::copy(newest + count - covariances.size(), newest + count, deviations.data());
    }
    covariances.resize(max_lag + 1);
    for (double& covariance : covariances) covariance /= static_cast<double>(values.size());
    return covariances;
}

template <class Sequence>
double sum_of_squared_deviations(const Sequence& values)
{
    return autocovariances(values, 0).front() * static_cast<double>(values.size());
}

/// The t with P(|T| > t) = tail_probability, for 0 < tail_probability < 1 and any real degrees_of_freedom >= 1.
double two_sided_critical_t(double tail_probability, double degrees_of_freedom);

// optimal_block_length() and statistical_inefficiency() use only the first 100,000 values.

/// For a circular block bootstrap; at least 1, at most about a third of the values. Source: D. N. Politis and H. White,
/// "Automatic block-length selection for the dependent bootstrap", 2004, with A. Patton's correction of 2009.
std::size_t optimal_block_length(std::span<const double> values);
/// (number of values) / (effective sample size): above 1 for positively correlated values, else 1.
double statistical_inefficiency(std::span<const double> values);

// Batch means: the spread of the means of consecutive values gives the standard error of the mean. Source: R. W.
// Conway, "Some tactical problems in digital simulation", 1963.
constexpr std::size_t min_batches = 2;
constexpr std::size_t max_batches = 16; // the means of more, shorter batches would hide long-range correlation
/// From min_batches to max_batches.
std::size_t batch_count_for(std::span<const double> values);

struct StandardError
{
    double value = 0.0;
    double degrees_of_freedom = 1.0; ///< for Student's t distribution
};
/// Of the mean of at least two values.
StandardError uncorrelated_error(std::span<const double> values);
/// Too large for negatively correlated values, such as the frame times of a frame limiter.
StandardError conservative_standard_error(std::span<const double> values, std::size_t batch_count,
                                          double error_probability);

struct Interval
{
    double low = 0.0;
    double high = 0.0;

    bool is_within(double min, double max) const { return low >= min && high <= max; }
};
constexpr std::uint64_t bootstrap_resample_count = 1000;
/// The 95 % confidence interval of the mean, by a circular block bootstrap; {0, 0} without values. Sources: H. R.
/// Kuensch, "The jackknife and the bootstrap for general stationary observations", 1989; D. N. Politis and J. P.
/// Romano, "A circular block-resampling procedure for stationary data", 1992.
Interval bootstrap_mean_interval(std::span<const double> values, std::size_t block_size, std::uint64_t seed = 1);

/// The distribution of the recorded frame times, with an exponential tail beyond the longest frame.
class FrameTimeDistribution
{
public:
    FrameTimeDistribution() = default;
    /// Needs at least one frame time.
    explicit FrameTimeDistribution(std::span<const double> frame_times_ms);

    /// The frame time that the fraction `share` of the frames exceeds; `share` is above 0 and below 1.
    double upper_quantile_ms(double share) const;
    /// The mean of the slowest frames, which make up the fraction `share` (above 0, below 1) of all frames.
    double mean_ms_of_slowest(double share) const;
    /// The frame time t such that frames longer than t take the fraction `share` (above 0, below 1) of the total time.
    double upper_time_quantile_ms(double share) const;

private:
    std::vector<double> longest_first_ms_,
        prefix_sums_ms_; // prefix_sums_ms_[n] is the sum of the n longest frame times
    // Beyond the longest recorded frame time, frames become rarer by a factor of e every `tail_decay_ms_`.
    double tail_decay_ms_ = 0.0;
};

/// Outliers are searched only in at least this many values: with fewer, it is unclear which value is an outlier.
constexpr std::size_t min_values_for_outliers = 4;
/// Indices of outliers: their distance from the median exceeds `min_relative_distance` times the median, and their
/// modified z-score exceeds 3.5 (B. Iglewicz and D. C. Hoaglin, "How to detect and handle outliers", 1993).
std::vector<std::size_t> outlier_indices(std::span<const double> values, double min_relative_distance);

} // namespace recordings
