#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace telemetry
{

namespace
{
// Returns the number between `below` (fraction 0) and `above` (fraction 1), by linear interpolation. For fraction 0 it
// does not use `above`, which may be infinite: 0 * infinity is NaN.
double between(double below, double above, double fraction)
{
    return fraction == 0.0 ? below : below + fraction * (above - below);
}
} // namespace

QuantilePosition quantile_position(std::size_t count, double p, QuantileRule rule)
{
    const auto n    = static_cast<double>(count);
    const double at = rule == QuantileRule::r7 ? (n - 1.0) * p + 1.0 : (n + 1.0 / 3.0) * p + 1.0 / 3.0;
    if (at <= 1.0) return {0, 0.0};
    if (at >= n) return {count - 1, 0.0};
    return {static_cast<std::size_t>(at) - 1, at - std::floor(at)};
}

double quantile_of_sorted(std::span<const double> sorted, double p, QuantileRule rule)
{
    if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto [below, fraction] = quantile_position(sorted.size(), p, rule);
    return between(sorted[below], sorted[std::min(below + 1, sorted.size() - 1)], fraction);
}

double quantile(std::vector<double>& values, double p, QuantileRule rule)
{
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto [below, fraction] = quantile_position(values.size(), p, rule);
    const auto found             = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), found, values.end());
    const auto next = found + 1;
    return between(*found, next == values.end() ? *found : *std::min_element(next, values.end()), fraction);
}

} // namespace telemetry
