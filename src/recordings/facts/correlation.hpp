// recordings/facts/correlation.hpp -- estimates over how many successive values a sequence is correlated
#pragma once

#include <cstddef>
#include <span>

namespace recordings
{

/// Returns the best block length for a circular block bootstrap. Source: D. N. Politis and H. White, "Automatic
/// block-length selection for the dependent bootstrap", 2004, with A. Patton's correction of 2009. The result is from 1
/// to min(3 sqrt(n), n / 3) for n values. Only the first 100,000 values are used. Negatively correlated values, such as
/// those of a frame limiter, count as uncorrelated.
std::size_t block_length(std::span<const double> values);

/// Returns the number of successive correlated values that determine the mean as precisely as one independent value
/// does; at least 1. Only the first 100,000 values are used; negatively correlated values count as uncorrelated.
double correlation_time(std::span<const double> values);

} // namespace recordings
