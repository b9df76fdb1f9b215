// recordings/facts/correlation.hpp -- how long what comes one after the other hangs together
#pragma once

#include <cstddef>
#include <span>

namespace recordings
{

/// How many neighbours a block has: D. N. Politis and H. White, "Automatic block-length selection for the dependent
/// bootstrap", 2004, as A. Patton corrected it in 2009, for the circular bootstrap. From 1 to the smaller of 3 sqrt(n)
/// and n / 3; looks at no more than the first 100,000 values. What makes up for itself, as a frame limiter's frames do,
/// counts as if it did not hang together.
std::size_t block_length(std::span<const double> values);

/// How many values tell as much of the mean as one would alone; at least 1, by the same estimate.
double correlation_time(std::span<const double> values);

} // namespace recordings
