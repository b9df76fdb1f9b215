#include "recordings/facts/statistics.hpp"

#include "sim/machine/random.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace recordings
{

namespace
{

// The continued fraction of the incomplete beta function, by W. J. Lentz's method (1976).
double incomplete_beta_fraction(double a, double b, double x)
{
    constexpr double tiny = 1e-300;
    const auto nonzero = [](double v) { return std::abs(v) < tiny ? tiny : v; };
    double c = 1.0, d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)), fraction = d;
    for (int i = 1; i <= 10'000; ++i)
    {
        const double m = i;
        const double even_coefficient = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / nonzero(1.0 + even_coefficient * d);
        c = nonzero(1.0 + even_coefficient / c);
        fraction *= c * d;
        const double odd_coefficient = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / nonzero(1.0 + odd_coefficient * d);
        c = nonzero(1.0 + odd_coefficient / c);
        fraction *= c * d;
        if (std::abs(c * d - 1.0) < 1e-14) break;
    }
    return fraction;
}

// P(|T| > t) for Student's t distribution. Thread-safe: std::lgamma always writes the same sign to signgam.
double two_sided_tail_probability(double t, double degrees_of_freedom)
{
    const double a = degrees_of_freedom / 2.0, b = 0.5, x = degrees_of_freedom / (degrees_of_freedom + t * t);
    const double prefactor =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1.0) / (a + b + 2.0) ? prefactor * incomplete_beta_fraction(a, b, x) / a
                                         : 1.0 - prefactor * incomplete_beta_fraction(b, a, 1.0 - x) / b;
}

constexpr std::size_t max_correlated_values = 100'000; // later values are ignored to limit the computing time

std::size_t last_correlated_lag(std::span<const double> covariances, std::size_t insignificant_lag_count,
                                double max_chance_correlation)
{
    std::size_t successive_count = 0;
    for (std::size_t lag = 1; lag < covariances.size(); ++lag)
    {
        successive_count =
            std::abs(covariances[lag] / covariances[0]) < max_chance_correlation ? successive_count + 1 : 0;
        if (successive_count == insignificant_lag_count) return lag - insignificant_lag_count;
    }
    return covariances.size() - 1 - successive_count;
}

// A lag window by D. N. Politis and J. P. Romano, 1995.
double flat_top_weight(double share) { return share <= 0.5 ? 1.0 : std::max(2.0 * (1.0 - share), 0.0); }

// All members are 0 for fewer than 9 values, or if all values are equal.
struct CorrelationEstimate
{
    double variance = 0.0;
    double density_at_zero = 0.0; // spectral density at frequency 0; at least `variance`
    double lag_weighted_sum = 0.0; // weighted sum of lag * autocovariance over all lags
};
CorrelationEstimate estimate_correlation(std::span<const double> values)
{
    const auto n = static_cast<double>(values.size());
    if (values.size() < 9) return {};
    const auto insignificant_lag_count = static_cast<std::size_t>(std::max(5.0, std::ceil(std::sqrt(std::log10(n)))));
    const auto max_lag =
        std::min(static_cast<std::size_t>(std::ceil(std::sqrt(n))) + insignificant_lag_count, values.size() - 1);
    const auto covariances = autocovariances(values, max_lag);
    if (!(covariances[0] > 0.0)) return {}; // all values are equal
    const std::size_t last_lag =
        last_correlated_lag(covariances, insignificant_lag_count, 1.96 * std::sqrt(std::log10(n) / n));
    const std::size_t max_window_lag = std::min(2 * std::max<std::size_t>(last_lag, 1), max_lag);

    CorrelationEstimate estimate{.variance = covariances[0], .density_at_zero = covariances[0]};
    for (std::size_t lag = 1; lag <= max_window_lag; ++lag)
    {
        const double weighted_covariance =
            2.0 * flat_top_weight(static_cast<double>(lag) / static_cast<double>(max_window_lag)) * covariances[lag];
        estimate.lag_weighted_sum += weighted_covariance * static_cast<double>(lag);
        estimate.density_at_zero += weighted_covariance;
    }
    estimate.density_at_zero = std::max(estimate.density_at_zero, estimate.variance);
    return estimate;
}

constexpr std::size_t min_blocks_per_batch = 5;

// Estimates the standard error of the mean of correlated values from their effective sample size.
StandardError error_by_correlation(std::span<const double> values)
{
    const StandardError uncorrelated = uncorrelated_error(values);
    const double inefficiency = statistical_inefficiency(values);
    return {uncorrelated.value * std::sqrt(inefficiency),
            std::max(uncorrelated.degrees_of_freedom / inefficiency, 1.0)};
}

// Divides the values into `batch_count` batches. Estimates the error of their mean from the spread of the batch means.
StandardError error_by_batches(std::span<const double> values, std::size_t batch_count)
{
    std::vector<double> means;
    for (std::size_t i = 0; i < batch_count; ++i)
    {
        const std::size_t begin = i * values.size() / batch_count, end = (i + 1) * values.size() / batch_count;
        means.push_back(mean_of(values.subspan(begin, end - begin)));
    }
    return uncorrelated_error(means);
}

} // namespace

StandardError uncorrelated_error(std::span<const double> values)
{
    const auto n = static_cast<double>(values.size());
    return {std::sqrt(sum_of_squared_deviations(values) / (n - 1.0) / n), n - 1.0};
}

double two_sided_critical_t(double tail_probability, double degrees_of_freedom)
{
    double low = 0.0, high = 1.0;
    for (; two_sided_tail_probability(high, degrees_of_freedom) > tail_probability; high *= 2.0) low = high;
    for (int i = 0; i < 60; ++i)
    {
        const double middle = 0.5 * (low + high);
        double& moved_bound = two_sided_tail_probability(middle, degrees_of_freedom) > tail_probability ? low : high;
        moved_bound = middle;
    }
    return 0.5 * (low + high);
}

std::size_t optimal_block_length(std::span<const double> values)
{
    values = first_elements(values, max_correlated_values);
    const CorrelationEstimate estimate = estimate_correlation(values);
    if (!(estimate.variance > 0.0)) return 1;
    const auto n = static_cast<double>(values.size());
    const double max_length = std::ceil(std::min(3.0 * std::sqrt(n), n / 3.0));
    const double optimal_length = std::cbrt(2.0 * estimate.lag_weighted_sum * estimate.lag_weighted_sum /
                                            (4.0 / 3.0 * estimate.density_at_zero * estimate.density_at_zero) * n);
    return static_cast<std::size_t>(std::clamp(std::ceil(optimal_length), 1.0, max_length));
}

double statistical_inefficiency(std::span<const double> values)
{
    const CorrelationEstimate estimate = estimate_correlation(first_elements(values, max_correlated_values));
    return estimate.variance > 0.0 ? estimate.density_at_zero / estimate.variance : 1.0;
}

std::size_t batch_count_for(std::span<const double> values)
{
    return std::clamp(values.size() / (min_blocks_per_batch * optimal_block_length(values)), min_batches, max_batches);
}

StandardError conservative_standard_error(std::span<const double> values, std::size_t batch_count,
                                          double error_probability)
{
    const StandardError by_correlation = error_by_correlation(values),
                        by_batches = error_by_batches(values, batch_count);
    const auto half_width = [&](const StandardError& e)
    { return e.value * two_sided_critical_t(error_probability, e.degrees_of_freedom); };
    return half_width(by_batches) > half_width(by_correlation) ? by_batches : by_correlation;
}

// Computes the sum of a block from two prefix sums, so that the time does not depend on the length of the block.
Interval bootstrap_mean_interval(std::span<const double> values, std::size_t block_size, std::uint64_t seed)
{
    const std::size_t n = values.size();
    if (n == 0) return {};
    block_size = std::clamp<std::size_t>(block_size, 1, n);
    std::vector<double> prefix_sums(n + block_size + 1); // the first block is repeated at the end
    for (std::size_t i = 0; i < n + block_size; ++i) prefix_sums[i + 1] = prefix_sums[i] + values[i % n];

    std::vector<double> means;
    for (std::uint64_t resample = 1; resample <= bootstrap_resample_count; ++resample)
    {
        const std::uint64_t resample_seed = sim::stream_seed(seed, resample);
        std::uint64_t draw_count = 0;
        double sum = 0.0;
        for (std::size_t filled_count = 0; filled_count < n; filled_count += block_size)
        {
            const auto start =
                static_cast<std::size_t>(sim::uniform_random(resample_seed, draw_count++) * static_cast<double>(n));
            sum += prefix_sums[start + std::min(block_size, n - filled_count)] - prefix_sums[start];
        }
        means.push_back(sum / static_cast<double>(n));
    }
    return {telemetry::quantile(means, 0.025), telemetry::quantile(means, 0.975)};
}

FrameTimeDistribution::FrameTimeDistribution(std::span<const double> frame_times_ms)
    : longest_first_ms_(frame_times_ms.begin(), frame_times_ms.end())
    , prefix_sums_ms_(frame_times_ms.size() + 1)
{
    std::ranges::sort(longest_first_ms_, std::greater{});
    std::partial_sum(longest_first_ms_.begin(), longest_first_ms_.end(), prefix_sums_ms_.begin() + 1);
    const std::size_t tail_start = frame_times_ms.size() / 20;
    tail_decay_ms_ =
        prefix_sums_ms_[tail_start + 1] / static_cast<double>(tail_start + 1) - longest_first_ms_[tail_start];
}

double FrameTimeDistribution::upper_quantile_ms(double share) const
{
    const double rank = share * static_cast<double>(longest_first_ms_.size());
    return rank < 1.0 ? longest_first_ms_.front() - tail_decay_ms_ * std::log(rank)
                      : telemetry::quantile_of_sorted(longest_first_ms_, share);
}

double FrameTimeDistribution::mean_ms_of_slowest(double share) const
{
    const double rank = share * static_cast<double>(longest_first_ms_.size());
    if (rank < 1.0) return upper_quantile_ms(share) + tail_decay_ms_;
    const auto whole_frames = static_cast<std::size_t>(rank);
    const double partial_frame_ms = (rank - static_cast<double>(whole_frames)) *
                                    longest_first_ms_[std::min(whole_frames, longest_first_ms_.size() - 1)];
    return (prefix_sums_ms_[whole_frames] + partial_frame_ms) / rank;
}

double FrameTimeDistribution::upper_time_quantile_ms(double share) const
{
    const double time_above_ms = share * prefix_sums_ms_.back(), longest_ms = longest_first_ms_.front();
    if (time_above_ms < longest_ms) return longest_ms - tail_decay_ms_ * std::log(time_above_ms / longest_ms);
    const auto frame_count = std::ranges::lower_bound(prefix_sums_ms_, time_above_ms) - prefix_sums_ms_.begin();
    return longest_first_ms_[std::min(static_cast<std::size_t>(frame_count), longest_first_ms_.size()) - 1];
}

std::vector<std::size_t> outlier_indices(std::span<const double> values, double min_relative_distance)
{
    if (values.size() < min_values_for_outliers) return {};
    std::vector<double> reordered(values.begin(), values.end());
    const double median = telemetry::quantile(reordered, 0.5);
    std::vector<double> distances(values.size());
    std::ranges::transform(values, distances.begin(), [median](double v) { return std::abs(v - median); });
    reordered = distances;
    const double limit =
        std::max(3.5 / 0.6745 * telemetry::quantile(reordered, 0.5), min_relative_distance * std::abs(median));

    std::vector<std::size_t> outliers;
    for (std::size_t i = 0; i < distances.size(); ++i)
        if (distances[i] > limit) outliers.push_back(i);
    return outliers;
}

} // namespace recordings
