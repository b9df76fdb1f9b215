// recordings/facts/tail.hpp -- quantiles of the slowest frames of a recording, extrapolated beyond its slowest frame
#pragma once

#include <span>
#include <vector>

namespace recordings
{

/// The distribution of a recording's frame times. Beyond the longest frame it is extrapolated by an exponential
/// function that is fitted to the slowest 5 % of the frames.
class Tail
{
public:
    /// `ms` are the frame times in milliseconds; at least one.
    explicit Tail(std::span<const double> ms);

    /// Returns the frame time in ms that the given share of the frames exceeds; 0 < share < 1.
    double above(double share) const;
    /// Returns the mean, in ms, of the slowest frames that make up the given share of all frames; 0 < share < 1.
    double mean_beyond(double share) const;
    /// Returns the frame time in ms such that all longer frames together take the given share of the total time; 0 <
    /// share < 1.
    double above_in_time(double share) const;

private:
    std::vector<double> longest_first_, sums_; // sums_[n]: sum of the n longest frame times
    // Beyond the longest frame, the expected number of longer frames falls by a factor of e each time the frame time
    // grows by this many ms.
    double falls_by_ = 0.0;
};

} // namespace recordings
