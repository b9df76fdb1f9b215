#include "recordings/facts/statistics.hpp"

#include "sim/machine/random.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace recordings
{

namespace
{

// Computes the continued fraction of the incomplete beta function by W. J. Lentz's method (1976).
double beta_fraction(double a, double b, double x)
{
    constexpr double tiny = 1e-300;
    const auto off_zero   = [](double v) { return std::abs(v) < tiny ? tiny : v; };
    double c = 1.0, d = 1.0 / off_zero(1.0 - (a + b) * x / (a + 1.0)), fraction = d;
    for (int i = 1; i <= 10'000; ++i)
    {
        const double m    = i;
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d                 = 1.0 / off_zero(1.0 + even * d);
        c                 = off_zero(1.0 + even / c);
        fraction *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d                = 1.0 / off_zero(1.0 + odd * d);
        c                = off_zero(1.0 + odd / c);
        fraction *= c * d;
        if (std::abs(c * d - 1.0) < 1e-14) break;
    }
    return fraction;
}

// The probability that |T| > t, for Student's T with `freedom` degrees of freedom. std::lgamma also writes the sign of
// its result to a global variable on some systems; this is harmless, because here the sign is always +.
double exceeded(double t, double freedom)
{
    const double a = freedom / 2.0, b = 0.5, x = freedom / (freedom + t * t);
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction(a, b, x) / a
                                         : 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

constexpr std::size_t most_values = 100'000; // of a longer sequence only the first 100,000 values are used

// The largest lag with a significant correlation: after it, `enough` correlations in a row are smaller than `chance`.
// r[i] is the covariance at lag i.
std::size_t last_correlated(std::span<const double> r, std::size_t enough, double chance)
{
    std::size_t quiet = 0;
    for (std::size_t lag = 1; lag < r.size(); ++lag)
    {
        quiet = std::abs(r[lag] / r[0]) < chance ? quiet + 1 : 0;
        if (quiet == enough) return lag - enough;
    }
    return r.size() - 1 - quiet;
}

// The weight of a covariance in the sum over all distances between two values; `share` is the distance divided by the
// largest distance. The weight is 1 up to 0.5, then falls linearly to 0. Source: the flat-top lag window of Politis and
// Romano, 1995.
double flat_top(double share) { return share <= 0.5 ? 1.0 : std::max(2.0 * (1.0 - share), 0.0); }

// Estimates that are computed from the covariances of a sequence. All are 0 if the sequence has fewer than 9 values or
// all values are equal.
struct Spectrum
{
    double all   = 0.0; // variance of the sequence's values
    double zero  = 0.0; // spectral density at frequency zero; at least the variance
    double slope = 0.0; // sum of lag * covariance; a lag is the distance between two values
};
Spectrum spectrum_of(std::span<const double> values)
{
    const auto n = static_cast<double>(values.size());
    if (values.size() < 9) return {};
    const auto enough = static_cast<std::size_t>(std::max(5.0, std::ceil(std::sqrt(std::log10(n)))));
    const auto most   = std::min(static_cast<std::size_t>(std::ceil(std::sqrt(n))) + enough, values.size() - 1);
    const auto r      = covariances(values, most);
    if (!(r[0] > 0.0)) return {}; // all values are equal, so their variance is 0
    const std::size_t last   = last_correlated(r, enough, 1.96 * std::sqrt(std::log10(n) / n));
    const std::size_t window = std::min(2 * std::max<std::size_t>(last, 1), most);

    Spectrum s{r[0], r[0], 0.0};
    for (std::size_t lag = 1; lag <= window; ++lag)
    {
        const double part = 2.0 * flat_top(static_cast<double>(lag) / static_cast<double>(window)) * r[lag];
        s.slope += part * static_cast<double>(lag);
        s.zero += part;
    }
    s.zero = std::max(s.zero, s.all);
    return s;
}

std::span<const double> first_of(std::span<const double> values)
{
    return values.first(std::min(values.size(), most_values));
}

// The values are cut into batches. Each batch has at least this many blocks, so that the means of two batches are
// nearly independent. block_length() is the distance, in values, over which values correlate.
constexpr std::size_t blocks = 5;

// The standard error of the mean for uncorrelated values.
StandardError plain_error(std::span<const double> values)
{
    const auto n = static_cast<double>(values.size());
    return {std::sqrt(squares_of(values) / (n - 1.0) / n), n - 1.0};
}

// The standard error of the mean of `values`, computed with the number of independent values that carry as much
// information as the correlated values.
StandardError error_by_correlation(std::span<const double> values)
{
    const StandardError plain = plain_error(values);
    const double time         = correlation_time(values);
    return {plain.value * std::sqrt(time), std::max(plain.freedom / time, 1.0)};
}

// Cuts the values into `batches` parts of successive values, and returns the standard error of the mean from the spread
// of the parts' means.
StandardError error_by_batches(std::span<const double> values, std::size_t batches)
{
    std::vector<double> means;
    for (std::size_t i = 0; i < batches; ++i)
    {
        const std::size_t from = i * values.size() / batches, to = (i + 1) * values.size() / batches;
        means.push_back(mean_of(values.subspan(from, to - from)));
    }
    return plain_error(means);
}

} // namespace

double student_t(double probability, double freedom)
{
    double low = 0.0, high = 1.0;
    while (exceeded(high, freedom) > probability) low = high, high *= 2.0;
    for (int i = 0; i < 60; ++i)
    {
        const double middle                                    = 0.5 * (low + high);
        (exceeded(middle, freedom) > probability ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

std::size_t block_length(std::span<const double> values)
{
    values           = first_of(values);
    const Spectrum s = spectrum_of(values);
    if (!(s.all > 0.0)) return 1;
    const auto n         = static_cast<double>(values.size());
    const double longest = std::ceil(std::min(3.0 * std::sqrt(n), n / 3.0));
    const double best    = std::cbrt(2.0 * s.slope * s.slope / (4.0 / 3.0 * s.zero * s.zero) * n);
    return static_cast<std::size_t>(std::clamp(std::ceil(best), 1.0, longest));
}

double correlation_time(std::span<const double> values)
{
    const Spectrum s = spectrum_of(first_of(values));
    return s.all > 0.0 ? s.zero / s.all : 1.0;
}

std::size_t batches_for(std::span<const double> values)
{
    return std::clamp(values.size() / (blocks * block_length(values)), least_batches, most_batches);
}

StandardError error_of_mean(std::span<const double> values, std::size_t batches, double probability)
{
    const StandardError near = error_by_correlation(values), far = error_by_batches(values, batches);
    const auto reach = [&](const StandardError& e) { return e.value * student_t(probability, e.freedom); };
    return reach(far) > reach(near) ? far : near;
}

// The sum of a block is computed as the difference of two prefix sums (sums of all values before a position). So the
// time for one bootstrap resample is proportional to its number of blocks.
Interval interval_of_mean(std::span<const double> values, std::size_t block, std::uint64_t seed)
{
    constexpr std::uint64_t resamples = 1000;
    const std::size_t n               = values.size();
    if (n == 0) return {};
    block = std::clamp<std::size_t>(block, 1, n);
    std::vector<double> sums(n + block + 1); // prefix sums of the values, followed by those of the first block again
    for (std::size_t i = 0; i < n + block; ++i) sums[i + 1] = sums[i] + values[i % n];

    std::vector<double> means;
    for (std::uint64_t number = 1; number <= resamples; ++number)
    {
        const std::uint64_t own = sim::seed_of(seed, number);
        std::uint64_t draws     = 0;
        double sum              = 0.0;
        for (std::size_t drawn = 0; drawn < n; drawn += block)
        {
            const auto start = static_cast<std::size_t>(sim::uniform(own, draws++) * static_cast<double>(n));
            sum += sums[start + std::min(block, n - drawn)] - sums[start];
        }
        means.push_back(sum / static_cast<double>(n));
    }
    return {telemetry::quantile(means, 0.025), telemetry::quantile(means, 0.975)};
}

Tail::Tail(std::span<const double> ms)
    : longest_first_(ms.begin(), ms.end())
    , sums_(ms.size() + 1)
{
    std::ranges::sort(longest_first_, std::greater{});
    std::partial_sum(longest_first_.begin(), longest_first_.end(), sums_.begin() + 1);
    const std::size_t last = ms.size() / 20;
    falls_by_              = sums_[last + 1] / static_cast<double>(last + 1) - longest_first_[last];
}

double Tail::above(double share) const
{
    const double rank = share * static_cast<double>(longest_first_.size());
    return rank < 1.0 ? longest_first_.front() - falls_by_ * std::log(rank)
                      : telemetry::quantile_of_sorted(longest_first_, share);
}

double Tail::mean_beyond(double share) const
{
    const double rank = share * static_cast<double>(longest_first_.size());
    if (rank < 1.0) return above(share) + falls_by_;
    const auto whole = static_cast<std::size_t>(rank);
    const double rest =
        (rank - static_cast<double>(whole)) * longest_first_[std::min(whole, longest_first_.size() - 1)];
    return (sums_[whole] + rest) / rank;
}

double Tail::above_in_time(double share) const
{
    const double enough = share * sums_.back(), longest = longest_first_.front();
    if (enough < longest) return longest - falls_by_ * std::log(enough / longest);
    const auto found = std::ranges::lower_bound(sums_, enough) - sums_.begin();
    return longest_first_[std::min(static_cast<std::size_t>(found), longest_first_.size()) - 1];
}

std::vector<std::size_t> outliers_of(std::span<const double> values, double share)
{
    if (values.size() < least_for_outliers) return {};
    std::vector<double> sorted(values.begin(), values.end());
    const double median = telemetry::quantile(sorted, 0.5);
    std::vector<double> far(values.size());
    std::ranges::transform(values, far.begin(), [median](double v) { return std::abs(v - median); });
    sorted             = far;
    const double limit = std::max(3.5 / 0.6745 * telemetry::quantile(sorted, 0.5), share * std::abs(median));

    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < far.size(); ++i)
        if (far[i] > limit) all.push_back(i);
    return all;
}

} // namespace recordings
