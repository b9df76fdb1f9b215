// telemetry/quantile.hpp -- computes quantiles (percentiles) by the two rules that frame-time tools use
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace telemetry
{

/// The rule for a quantile that lies between two values of a sorted list: types 7 and 8 of R. J. Hyndman and Y. Fan,
/// "Sample quantiles in statistical packages", The American Statistician 50 (1996).
enum class QuantileRule : std::uint8_t
{
    /// The p-quantile is at position (n - 1) p + 1 of n sorted values, counted from 1; used by numpy and spreadsheets.
    r7,
    /// The p-quantile is at position (n + 1/3) p + 1/3 of n sorted values, counted from 1; used by Math.NET and
    /// CapFrameX.
    r8,
};

/// The position of a quantile in a sorted list: somewhere from the value at index `below` to the next value.
struct QuantilePosition
{
    std::size_t below = 0;   ///< index, from 0, of the value at the quantile or just before it
    double fraction   = 0.0; ///< position of the quantile between the value at `below` (0) and the next value (1)
};
/// Returns the position of the p-quantile, 0 <= p <= 1, in a sorted list of `count` values; `count` must be at least 1.
QuantilePosition quantile_position(std::size_t count, double p, QuantileRule rule);

/// Returns the p-quantile, 0 <= p <= 1, of values in ascending order; NaN if there are no values.
double quantile_of_sorted(std::span<const double> sorted, double p, QuantileRule rule = QuantileRule::r7);
/// Returns the p-quantile, 0 <= p <= 1, of values in any order; NaN if there are no values. Changes the order of
/// `values`.
double quantile(std::vector<double>& values, double p, QuantileRule rule = QuantileRule::r7);

} // namespace telemetry
