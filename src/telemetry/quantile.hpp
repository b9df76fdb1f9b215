// telemetry/quantile.hpp -- percentiles, by the two rules that frame-time tools use
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace telemetry
{

/// How a quantile lies between two neighbours: R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages",
/// The American Statistician 50 (1996), types 7 and 8.
enum class QuantileRule : std::uint8_t
{
    r7, ///< position (n - 1) p + 1: numpy, spreadsheets
    r8, ///< position (n + 1/3) p + 1/3: Math.NET, and so CapFrameX
};

/// Where a quantile lies among values in order: between the one at `below`, from 0, and the next.
struct QuantilePosition
{
    std::size_t below = 0;
    double fraction   = 0.0; ///< of the way to the next
};
/// Of at least one value.
QuantilePosition quantile_position(std::size_t count, double p, QuantileRule rule);

/// The p-quantile, 0 <= p <= 1, of values in ascending order; NaN for none.
double quantile_of_sorted(std::span<const double> sorted, double p, QuantileRule rule = QuantileRule::r7);
/// The same of values in any order, which it puts into another.
double quantile(std::vector<double>& values, double p, QuantileRule rule = QuantileRule::r7);

} // namespace telemetry
