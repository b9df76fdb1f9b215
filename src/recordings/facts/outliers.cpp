#include "recordings/facts/outliers.hpp"

#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace recordings
{

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
