// recordings/facts/statistics.hpp -- statistical methods for frame times, which are correlated: moments, Student's t,
// standard errors by batches, bootstrap intervals, the tail of a distribution, outliers
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

// In mean_of(), covariances() and sum_of_squared_deviations(), `Sequence` is a type with size() and operator[], such as
// std::vector<double>. It must not be empty.

template <class Sequence>
double mean_of(const Sequence& values)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
    return sum / static_cast<double>(values.size());
}

/// The covariances of values that are 0 to `max_lag` positions apart. Each is a sum over all pairs, divided by the
/// number of values.
template <class Sequence>
std::vector<double> covariances(const Sequence& values, std::size_t max_lag)
{
    const double mean = mean_of(values);
    std::vector<double> all(max_lag + 1);
    for (std::size_t lag = 0; lag <= max_lag; ++lag)
    {
        for (std::size_t i = lag; i < values.size(); ++i) all[lag] += (values[i] - mean) * (values[i - lag] - mean);
        all[lag] /= static_cast<double>(values.size());
    }
    return all;
}

/// The sum of the squared differences between the values and their mean.
template <class Sequence>
double sum_of_squared_deviations(const Sequence& values)
{
    return covariances(values, 0).front() * static_cast<double>(values.size());
}

/// The t for which |T| > t has this probability (above 0, below 1), for Student's T with `freedom` degrees of freedom.
/// `freedom` is at least 1 and may be fractional: B. L. Welch, "The generalization of 'Student's' problem", 1947.
double student_t(double probability, double freedom);

// block_length() and correlation_time() use only the first 100,000 values. Negatively correlated values, such as those
// of a frame limiter, count as uncorrelated.

/// The best block length for a circular block bootstrap, from 1 to min(3 sqrt(n), n / 3) for n values. Source: D. N.
/// Politis and H. White, "Automatic block-length selection for the dependent bootstrap", 2004, with A. Patton's
/// correction of 2009.
std::size_t block_length(std::span<const double> values);
/// The number of successive values that determine the mean as precisely as one independent value does; at least 1.
double correlation_time(std::span<const double> values);

// The standard error of a mean by batch means: R. W. Conway, "Some tactical problems in digital simulation", 1963. The
// values are cut into a few long batches; the spread of the batches' means gives the error. Few long batches with
// Student's t are used instead of many short ones, because a correlation over a long time changes only the means of
// long batches.

constexpr std::size_t min_batches = 2;
constexpr std::size_t max_batches = 16;
/// The number of batches into which `values` are cut: as many as possible with at least five times block_length()
/// values in each.
std::size_t batches_for(std::span<const double> values);

struct StandardError
{
    double value   = 0.0;
    double freedom = 1.0; ///< degrees of freedom, for Student's t
};
/// The larger of two errors of the mean: by the means of the batches, and by correlation_time(). The larger one has the
/// wider confidence interval; `probability` is the probability that this interval misses the true mean. The result is
/// never smaller than for uncorrelated values, so for a frame limiter, where a short frame follows a late one, it is
/// larger than the true error.
StandardError error_of_mean(std::span<const double> values, std::size_t batches, double probability);

/// The ends of a confidence interval.
struct Interval
{
    double low  = 0.0;
    double high = 0.0;

    bool within(double min, double max) const { return low >= min && high <= max; }
};
/// The interval from the 2.5 % to the 97.5 % quantile of the mean over 1000 bootstrap resamples; {0, 0} if `values` is
/// empty. A resample draws blocks of `block` successive values, with replacement, until it has as many values as
/// `values`, because these are correlated: H. R. Kuensch, "The jackknife and the bootstrap for general stationary
/// observations", 1989. A block that reaches the end continues at the start, so that every value has the same
/// probability: D. N. Politis and J. P. Romano, "A circular block-resampling procedure for stationary data", 1992.
Interval interval_of_mean(std::span<const double> values, std::size_t block, std::uint64_t seed = 1);

/// The distribution of a recording's frame times. Beyond the longest frame it is extrapolated by an exponential
/// function that is fitted to the slowest 5 % of the frames.
class Tail
{
public:
    /// `ms` are the frame times in milliseconds; at least one.
    explicit Tail(std::span<const double> ms);

    // In each function, 0 < share < 1, and the result is in ms.

    /// The frame time that this share of the frames exceeds.
    double exceeded_by(double share) const;
    /// The mean of the slowest frames that are this share of all frames.
    double mean_of_slowest(double share) const;
    /// The frame time for which all longer frames together take this share of the total time.
    double above_time_share(double share) const;

private:
    std::vector<double> longest_first_, sums_; // sums_[n]: sum of the n longest frame times
    // Beyond the longest frame, the expected number of longer frames falls by a factor of e each time the frame time
    // grows by this many ms.
    double decay_ms_ = 0.0;
};

/// Fewest values among which outliers are searched. With fewer it is unclear which one is unusual.
constexpr std::size_t min_values_for_outliers = 4;
/// The indices of the outliers; none for fewer than `min_values_for_outliers` values. A value is an outlier if its
/// distance from the median is larger than 3.5 / 0.6745 times the median of all distances (B. Iglewicz and D. C.
/// Hoaglin, "How to detect and handle outliers", 1993) and larger than `share` times the median.
std::vector<std::size_t> outliers_of(std::span<const double> values, double share);

} // namespace recordings
