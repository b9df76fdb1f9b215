// recordings/facts/bootstrap.hpp -- estimates how much a statistic of a recording would change in another
// recording of the same game, by a circular block bootstrap
//
// Successive frames are correlated. Therefore a resample draws whole blocks of successive frames, with replacement,
// until it has as many frames as the recording: H. R. Kuensch, "The jackknife and the bootstrap for general stationary
// observations", 1989. A block that reaches the end of the recording continues at its start, so that every frame has
// the same probability: D. N. Politis and J. P. Romano, "A circular block-resampling procedure for stationary data",
// 1992.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace recordings
{

/// The interval between the 2.5 % and the 97.5 % quantile of a statistic over all bootstrap resamples.
struct Interval
{
    double low  = 0.0;
    double high = 0.0;

    bool within(double least, double most) const { return low >= least && high <= most; }
};
/// Returns the bootstrap interval of the mean of `values` from 1000 resamples. A resample consists of blocks of `block`
/// successive values. Returns {0, 0} if `values` is empty.
Interval interval_of_mean(std::span<const double> values, std::size_t block, std::uint64_t seed = 1);

} // namespace recordings
