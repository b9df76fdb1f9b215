#include "recordings/facts/bootstrap.hpp"

#include "sim/machine/random.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>

namespace recordings
{

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

} // namespace recordings
