#include "report/bootstrap.hpp"

#include "machine/random.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace report
{

namespace
{

constexpr std::size_t most_values = 100'000;

// Covariances at the lags from 0 to `most`.
std::vector<double> covariances(std::span<const double> values, std::size_t most)
{
    const auto n      = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    std::vector<double> all(most + 1);
    for (std::size_t lag = 0; lag <= most; ++lag)
    {
        for (std::size_t i = lag; i < values.size(); ++i) all[lag] += (values[i] - mean) * (values[i - lag] - mean);
        all[lag] /= n;
    }
    return all;
}

// The lag after which `enough` in a row are no larger than chance makes them.
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

// Flat in the middle, then falling to zero: Politis and Romano, 1995.
double flat_top(double share) { return share <= 0.5 ? 1.0 : std::max(2.0 * (1.0 - share), 0.0); }

} // namespace

std::size_t block_length(std::span<const double> values)
{
    values       = values.first(std::min(values.size(), most_values));
    const auto n = static_cast<double>(values.size());
    if (values.size() < 9) return 1;
    const auto enough    = static_cast<std::size_t>(std::max(5.0, std::ceil(std::sqrt(std::log10(n)))));
    const auto most      = std::min(static_cast<std::size_t>(std::ceil(std::sqrt(n))) + enough, values.size() - 1);
    const double longest = std::ceil(std::min(3.0 * std::sqrt(n), n / 3.0));
    const auto r         = covariances(values, most);
    if (!(r[0] > 0.0)) return 1; // all the same
    const std::size_t last   = last_correlated(r, enough, 1.96 * std::sqrt(std::log10(n) / n));
    const std::size_t window = std::min(2 * std::max<std::size_t>(last, 1), most);

    double slope = 0.0, spectrum = r[0];
    for (std::size_t lag = 1; lag <= window; ++lag)
    {
        const double part = 2.0 * flat_top(static_cast<double>(lag) / static_cast<double>(window)) * r[lag];
        slope += part * static_cast<double>(lag);
        spectrum += part;
    }
    const double best = std::cbrt(2.0 * slope * slope / (4.0 / 3.0 * spectrum * spectrum) * n);
    return static_cast<std::size_t>(std::clamp(std::ceil(std::isfinite(best) ? best : longest), 1.0, longest));
}

void draw_blocks(std::size_t count, std::size_t block, std::uint64_t seed, std::uint64_t number,
                 std::vector<std::uint32_t>& times)
{
    const std::uint64_t own = machine::seed_of(seed, number + 1);
    times.assign(count + 1, 0); // for now: how many more blocks cover a frame than the one before it
    std::uint64_t draws = 0;
    for (std::size_t drawn = 0; drawn < count; drawn += block)
    {
        const std::size_t length = std::min(block, count - drawn);
        const auto start      = static_cast<std::size_t>(machine::uniform(own, draws++) * static_cast<double>(count));
        const std::size_t end = start + length;
        ++times[start];
        --times[std::min(end, count)];
        if (end <= count) continue;
        ++times[0];
        --times[end - count];
    }
    times.pop_back();
    std::partial_sum(times.begin(), times.end(), times.begin());
}

// A block's sum is the difference of two sums from the start, so a resample costs as much as it has blocks.
Interval interval_of_mean(std::span<const double> values, std::size_t block, std::uint64_t seed)
{
    constexpr std::uint64_t resamples = 1000;
    const std::size_t n               = values.size();
    if (n == 0) return {};
    block = std::clamp<std::size_t>(block, 1, n);
    std::vector<double> sums(n + block + 1); // the first block once more behind the end
    for (std::size_t i = 0; i < n + block; ++i) sums[i + 1] = sums[i] + values[i % n];

    std::vector<double> means;
    for (std::uint64_t number = 1; number <= resamples; ++number)
    {
        const std::uint64_t own = machine::seed_of(seed, number);
        std::uint64_t draws     = 0;
        double sum              = 0.0;
        for (std::size_t drawn = 0; drawn < n; drawn += block)
        {
            const auto start = static_cast<std::size_t>(machine::uniform(own, draws++) * static_cast<double>(n));
            sum += sums[start + std::min(block, n - drawn)] - sums[start];
        }
        means.push_back(sum / static_cast<double>(n));
    }
    return {telemetry::quantile(means, 0.025), telemetry::quantile(means, 0.975)};
}

} // namespace report
