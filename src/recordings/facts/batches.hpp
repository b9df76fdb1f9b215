// recordings/facts/batches.hpp -- the standard error of the mean frame time of a recording with correlated frames
//
// Source of the method, batch means: R. W. Conway, "Some tactical problems in digital simulation", 1963. A recording is
// cut into a few long batches; the spread of the batches' means gives the standard error of the mean of all frames. Few
// long batches with Student's t are used instead of many short batches, because a correlation over a long time changes
// only the means of long batches.
#pragma once

#include <cstddef>
#include <span>

namespace recordings
{

constexpr std::size_t least_batches = 2;
constexpr std::size_t most_batches  = 16;
/// Returns the number of batches into which `values` are cut: as many as possible, so that each batch is at least five
/// times as long as the distance over which values are correlated (block_length()). The result is from `least_batches`
/// to `most_batches`.
std::size_t batches_for(std::span<const double> values);

struct StandardError
{
    double value   = 0.0;
    double freedom = 1.0; ///< degrees of freedom of the standard error, for Student's t
};
/// Returns the standard error of the mean of `values`. It computes the error in two ways: from the spread between the
/// means of the batches, and from correlation_time(), the number of successive values that count as one independent
/// value. It returns the error whose confidence interval is wider; `probability` is the probability that this interval
/// misses the true mean. The result is never smaller than for uncorrelated values. For a frame limiter, where
/// a short frame follows a late one (negative correlation), the result is therefore larger than the true error.
StandardError error_of_mean(std::span<const double> values, std::size_t batches, double probability);

} // namespace recordings
