// report/bootstrap.hpp -- how much a figure of a recording would change if the same minute were played again
//
// Frames depend on their neighbours, so whole blocks of neighbours are drawn, with replacement, until there are as many
// frames as before: H. R. Kuensch, "The jackknife and the bootstrap for general stationary observations", 1989. A block
// may run over the end to the start, so that every frame is as likely: D. N. Politis and J. P. Romano, "A circular
// block-resampling procedure for stationary data", 1992.
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace report
{

/// How many neighbours a block has: D. N. Politis and H. White, "Automatic block-length selection for the dependent
/// bootstrap", 2004, as A. Patton corrected it in 2009, for the circular bootstrap. From 1 to the smaller of 3 sqrt(n)
/// and n / 3; looks at no more than the first 100,000 values.
std::size_t block_length(std::span<const double> values);

/// How often each of `count` frames is in the `number`-th resample: the sum is `count`. The same for the same seed, on
/// every machine. `times` is filled.
void draw_blocks(std::size_t count, std::size_t block, std::uint64_t seed, std::uint64_t number,
                 std::vector<std::uint32_t>& times);

/// The middle 95 % of what a figure was over resamples.
struct Interval
{
    double low  = 0.0;
    double high = 0.0;

    bool within(double least, double most) const { return low >= least && high <= most; }
};
/// Of the mean of `values`, from 1000 resamples in such blocks; {0, 0} for none.
Interval interval_of_mean(std::span<const double> values, std::size_t block, std::uint64_t seed = 1);

} // namespace report
