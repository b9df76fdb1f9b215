// recordings/facts/bootstrap.hpp -- how much a figure of a recording would change if the same minute were played again
//
// Frames depend on their neighbours, so whole blocks of neighbours are drawn, with replacement, until there are as many
// frames as before: H. R. Kuensch, "The jackknife and the bootstrap for general stationary observations", 1989. A block
// may run over the end to the start, so that every frame is as likely: D. N. Politis and J. P. Romano, "A circular
// block-resampling procedure for stationary data", 1992.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace recordings
{

/// The middle 95 % of what a figure was over resamples.
struct Interval
{
    double low  = 0.0;
    double high = 0.0;

    bool within(double least, double most) const { return low >= least && high <= most; }
};
/// Of the mean of `values`, from 1000 resamples in such blocks; {0, 0} for none.
Interval interval_of_mean(std::span<const double> values, std::size_t block, std::uint64_t seed = 1);

} // namespace recordings
