// recordings/facts/measured.hpp -- statistics of a recording, such as percentiles, with their confidence
// intervals
#pragma once

#include "recordings/facts/batches.hpp"
#include "recordings/facts/bootstrap.hpp"
#include "recordings/facts/figures.hpp"
#include "recordings/facts/tail.hpp"

namespace recordings
{

/// The statistics of a recording with their standard errors. The confidence interval of a quantile is the interval
/// between two other quantiles: R. S. Woodruff, "Confidence intervals for medians and other position measures", 1952.
/// The standard error of the share of frames above the quantile is converted to an error of log(share / (1 - share)),
/// the logarithm of the odds, and is added there. So the shares above the other two quantiles stay between 0 and 1.
class Measured
{
public:
    /// `frames` must have at least `least_compared_frames` entries. `probability` is the probability that a confidence
    /// interval misses the true value.
    Measured(std::span<const Nanos> frames, double probability);

    std::size_t frames() const { return frames_; }
    Nanos length() const { return length_; }
    std::size_t batches() const { return batches_; }
    double value(std::size_t row) const { return values_[row]; }
    double freedom(std::size_t row) const { return errors_[row].freedom; }
    /// Returns the confidence interval of one statistic: from `errors` standard errors below its value to
    /// `errors` standard errors above it. `row` is the index of the statistic in all_compared().
    Interval interval(std::size_t row, double errors) const;

private:
    StandardError floored(std::size_t row, StandardError error) const;
    Interval made(std::size_t row, double errors) const;

    std::size_t frames_;
    Nanos length_;
    Figures values_;
    Tail tail_;
    std::size_t batches_ = 0;
    std::array<StandardError, compared_count> errors_{};
    // Standard error of the share of frames that are slower than the 99 % quantile of the frame times. It is a part of
    // the error of FigureKind::slowest (mean of the slowest 1 % of the frames), whose limit is this quantile.
    double slowest_error_ = 0.0;
};

} // namespace recordings
