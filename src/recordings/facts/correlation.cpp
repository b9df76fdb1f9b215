#include "recordings/facts/correlation.hpp"

#include "recordings/facts/moments.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace recordings
{

namespace
{

constexpr std::size_t most_values = 100'000; // of a longer sequence only the first 100,000 values are used

// Returns the largest lag (distance of two values in the sequence) with a significant correlation: after it, `enough`
// correlations in a row are smaller than `chance`. r[i] is the covariance at lag i.
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

// Returns the weight of a covariance in the sum over all distances between two values; `share` is the distance divided
// by the largest distance. The weight is 1 up to 0.5, then falls linearly to 0. Source: the flat-top lag window of
// Politis and Romano, 1995.
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

} // namespace

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

} // namespace recordings
