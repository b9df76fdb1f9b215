// recordings/facts/outliers.hpp -- finds outliers among the runs (recordings) of one game
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace recordings
{

/// Fewest runs (recordings of one game) among which outliers are searched. With fewer runs it is unclear which run is
/// the unusual one.
constexpr std::size_t least_for_outliers = 4;

/// Returns the indices of the outliers. A value is an outlier if its distance from the median is larger than 3.5 /
/// 0.6745 times the median of all distances (B. Iglewicz and D. C. Hoaglin, "How to detect and handle outliers", 1993)
/// and larger than `share` times the median. Returns none for fewer than `least_for_outliers` values.
std::vector<std::size_t> outliers_of(std::span<const double> values, double share);

} // namespace recordings
