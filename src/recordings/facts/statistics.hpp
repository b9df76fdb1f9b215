// recordings/facts/statistics.hpp -- statistical methods for correlated values such as frame times: moments, Student's
// t, standard errors by batch means, bootstrap intervals, the tail of a distribution, outliers
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

// `Sequence` in the templates below is a non-empty sequence with size() and operator[], such as std::vector<double>.

template <class Sequence>
double mean_of(const Sequence& values)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
    return sum / static_cast<double>(values.size());
}

/// The autocovariances of `values` at the lags 0 to `max_lag`. Each is a sum over all pairs, divided by values.size().
template <class Sequence>
std::vector<double> autocovariances(const Sequence& values, std::size_t max_lag)
{
    const double mean = mean_of(values);
    std::vector<double> covariances(max_lag + 1);
    for (std::size_t lag = 0; lag <= max_lag; ++lag)
    {
        for (std::size_t i = lag; i < values.size(); ++i)
            covariances[lag] += (values[i] - mean) * (values[i - lag] - mean);
        covariances[lag] /= static_cast<double>(values.size());
    }
    return covariances;
}

/// The sum of the squared deviations of the values from their mean.
template <class Sequence>
double sum_of_squared_deviations(const Sequence& values)
{
    return autocovariances(values, 0).front() * static_cast<double>(values.size());
}

/// The t for which |T| > t has this probability (0 < probability < 1), for Student's T with `degrees_of_freedom`
/// degrees of freedom, at least 1. `degrees_of_freedom` may be fractional: B. L. Welch, "The generalization of
/// 'Student's' problem", 1947.
double two_sided_t(double probability, double degrees_of_freedom);

// block_length() and correlation_time() use only the first 100,000 values. They treat negatively correlated values,
// such as those of a frame limiter, as uncorrelated.

/// The optimal block length of a circular block bootstrap for n values, clamped to 1 ... min(3 sqrt(n), n / 3). Source:
/// D. N. Politis and H. White, "Automatic block-length selection for the dependent bootstrap", 2004, with A. Patton's
/// correction of 2009.
std::size_t block_length(std::span<const double> values);
/// The number of consecutive values whose mean is as precise as one independent value; at least 1.
double correlation_time(std::span<const double> values);

// The standard error of a mean by batch means: R. W. Conway, "Some tactical problems in digital simulation", 1963. The
// values are divided into batches; the spread of the batch means gives the error. Few long batches are used, with
// Student's t, because a long-range correlation shows only in the means of long batches.

constexpr std::size_t min_batches = 2;
constexpr std::size_t max_batches = 16;
/// The number of batches for `values`: as many as possible with at least five times block_length() values in each.
std::size_t batch_count_for(std::span<const double> values);

struct StandardError
{
    double value              = 0.0;
    double degrees_of_freedom = 1.0; ///< degrees of freedom, for Student's t
};
/// The standard error of the mean: by batch means or by correlation_time(), whichever gives the wider confidence
/// interval. `probability` is the probability that the interval misses the true mean. The error is never smaller than
/// for uncorrelated values, and therefore too large for a frame limiter, where a short frame follows a late one.
StandardError standard_error_of_mean(std::span<const double> values, std::size_t batch_count, double probability);

/// A confidence interval.
struct Interval
{
    double low  = 0.0;
    double high = 0.0;

    bool is_within(double min, double max) const { return low >= min && high <= max; }
};
/// The 95 % confidence interval of the mean from 1000 bootstrap resamples; {0, 0} if `values` is empty. Because the
/// values are correlated, a resample draws blocks of `block_size` consecutive values with replacement: H. R. Kuensch,
/// "The jackknife and the bootstrap for general stationary observations", 1989. Blocks wrap around at the end, so that
/// every value has the same probability: D. N. Politis and J. P. Romano, "A circular block-resampling procedure for
/// stationary data", 1992.
Interval bootstrap_interval_of_mean(std::span<const double> values, std::size_t block_size, std::uint64_t seed = 1);

/// The distribution of a recording's frame times. Beyond the longest frame it is extrapolated by an exponential
/// function that is fitted to the slowest 5 % of the frames.
class FrameTimeTail
{
public:
    /// `ms` are the frame times in ms; at least one.
    explicit FrameTimeTail(std::span<const double> ms);

    // For the functions below, 0 < share < 1; results are in ms.

    /// The frame time that the fraction `share` of the frames exceeds.
    double ms_exceeded_by(double share) const;
    /// The mean of the slowest frames, which are the fraction `share` of all frames.
    double mean_ms_of_slowest(double share) const;
    /// The frame time for which all longer frames together take the fraction `share` of the total time.
    double ms_exceeded_by_time_share(double share) const;

private:
    std::vector<double> longest_first_, sums_; // sums_[n]: sum of the n longest frame times
    // Beyond the longest frame, the expected number of longer frames falls by a factor of e per `decay_ms_` of frame
    // time.
    double decay_ms_ = 0.0;
};

/// Minimum number of values for an outlier test. With fewer values it is unclear which value is unusual.
constexpr std::size_t min_values_for_outliers = 4;
/// The indices of the outliers; none for fewer than `min_values_for_outliers` values. A value is an outlier if its
/// distance from the median exceeds 3.5 / 0.6745 times the median of all distances (B. Iglewicz and D. C. Hoaglin, "How
/// to detect and handle outliers", 1993) and exceeds `min_relative_distance` times the median.
std::vector<std::size_t> outlier_indices(std::span<const double> values, double min_relative_distance);

} // namespace recordings
