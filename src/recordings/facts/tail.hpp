// recordings/facts/tail.hpp -- the slowest frames of a recording, and what may lie beyond the slowest that it has
#pragma once

#include <span>
#include <vector>

namespace recordings
{

/// Beyond the longest frame the tail is taken to go on as its last twentieth fell: exponentially.
class Tail
{
public:
    /// Of at least one frame.
    explicit Tail(std::span<const double> ms);

    /// The frame time that this share of the frames is above; 0 < share < 1, as all of them.
    double above(double share) const;
    /// The mean of the frames beyond that.
    double mean_beyond(double share) const;
    /// The frame time that this share of the time is spent above.
    double above_in_time(double share) const;

private:
    std::vector<double> longest_first_, sums_; // the first n of them
    double falls_by_ = 0.0;                    // to the e-th part, ms
};

} // namespace recordings
