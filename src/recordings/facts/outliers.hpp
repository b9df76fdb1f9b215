// recordings/facts/outliers.hpp -- which of several runs is unlike the others
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace recordings
{

/// Fewer runs cannot tell which of them is the odd one.
constexpr std::size_t least_for_outliers = 4;

/// The numbers of those further from the median than chance puts one in thousands: 3.5 times the median distance over
/// 0.6745 (B. Iglewicz and D. C. Hoaglin, "How to detect and handle outliers", 1993), and further than this share of
/// the median. None among fewer than `least_for_outliers`.
std::vector<std::size_t> outliers_of(std::span<const double> values, double share);

} // namespace recordings
