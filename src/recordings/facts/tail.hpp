// recordings/facts/tail.hpp -- quantiles of the slowest frames of a recording, extrapolated beyond its slowest frame
#pragma once

#include <span>
#include <vector>

namespace recordings
{

/// Beyond the longest frame, the distribution is extrapolated by an exponential tail that is fitted to the slowest 5 %
/// of the frames.
class Tail
{
public:
    /// `ms` are at least one frame time.
    explicit Tail(std::span<const double> ms);

    /// Returns the frame time that `share` of the frames exceed. In this function and the next two, 0 < share < 1.
    double above(double share) const;
    /// Returns the mean of the frames that exceed above(share).
    double mean_beyond(double share) const;
    /// Returns the frame time such that longer frames take `share` of the time.
    double above_in_time(double share) const;

private:
    std::vector<double> longest_first_, sums_; // sums_[n]: sum of the n longest frames
    double falls_by_ = 0.0;                    // scale of the exponential tail in ms
};

} // namespace recordings
