// recordings/facts/measured.hpp -- how well one recording knows its own figures
#pragma once

#include "recordings/facts/batches.hpp"
#include "recordings/facts/bootstrap.hpp"
#include "recordings/facts/figures.hpp"
#include "recordings/facts/tail.hpp"

namespace recordings
{

/// A recording's figures, each with an interval. Quantiles get theirs from the neighbours in the order of length: R. S.
/// Woodruff, "Confidence intervals for medians and other position measures", 1952; by the odds, so that no more than
/// all frames and no fewer than none are above.
class Measured
{
public:
    /// Of at least `least_compared_frames`; its intervals are to miss with this `probability`.
    Measured(std::span<const Nanos> frames, double probability);

    std::size_t frames() const { return frames_; }
    Nanos length() const { return length_; }
    std::size_t batches() const { return batches_; }
    double value(std::size_t row) const { return values_[row]; }
    double freedom(std::size_t row) const { return errors_[row].freedom; }
    /// So many standard errors to either side; holds the value.
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
    double slowest_error_ = 0.0; // of the share of frames beyond the quantile of the slowest
};

} // namespace recordings
