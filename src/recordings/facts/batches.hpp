// recordings/facts/batches.hpp -- how far the mean of a recording's frames may be off, when frames hang together
//
// A recording is cut into a few long stretches, and the spread of their means says how far the mean of all may be off:
// batch means, R. W. Conway, "Some tactical problems in digital simulation", 1963. Few long ones and Student's t are
// honest where many short ones are not: what hangs together for long shows only between long stretches.
#pragma once

#include <cstddef>
#include <span>

namespace recordings
{

constexpr std::size_t least_batches = 2;
constexpr std::size_t most_batches  = 16;
/// How many stretches of these frames are long beside what hangs together in them; the fewer, the less is known.
std::size_t batches_for(std::span<const double> values);

struct StandardError
{
    double value   = 0.0;
    double freedom = 1.0; ///< degrees of it
};
/// Of the mean of `values`: by the spread between batches or by what their covariances say, whichever reaches further
/// at this `probability`. Never less than if the values did not hang together: of a frame limiter's frames, where a
/// short one follows a late one, the mean is better known than that.
StandardError error_of_mean(std::span<const double> values, std::size_t batches, double probability);

} // namespace recordings
