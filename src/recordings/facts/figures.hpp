// recordings/facts/figures.hpp -- the statistics, such as the mean frame time, that are compared between recordings,
// with their confidence intervals
#pragma once

#include "recordings/facts/statistics.hpp"
#include "telemetry/frame_times.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// The kind of statistic; decides how its confidence interval is computed.
enum class FigureKind : std::uint8_t
{
    mean,
    rms,       ///< square root of a mean of squares, such as the RMS of the differences between successive frame times
    slowest,   ///< mean frame time of the slowest frames, converted to frames a second
    quantile,  ///< quantile of the frame times
    rate,      ///< quantile of the frame times, converted to frames a second
    time_rate, ///< quantile in which each frame counts by its length, converted to frames a second
    share_of_time, ///< share of the time that certain frames take, such as stuttering ones, in percent
    per_minute,    ///< number of certain frames, such as those with a jumping picture, per minute
};

/// One statistic that is compared between recordings.
struct ComparedRow
{
    std::string_view key; ///< name in JSON
    std::string_view title;
    std::string_view unit;
    FigureKind kind = FigureKind::mean;
    /// For a quantile: share of the frames (for time_rate: of the time) above it, such as 0.01 for the 99 % quantile.
    /// For `slowest`: share of the frames that are averaged. For other kinds of statistics: 0.
    double share        = 0.0;
    bool more_is_better = false;
    bool is_smoothness  = true; ///< true: measures smoothness; false: measures speed
    /// Accepted worsening for `timestep_lab compare --check`, by default: in percent of the first version's value, but
    /// at least `min_margin` in the unit of the statistic.
    double margin_percent = 10.0;
    double min_margin     = 0.0;
};
inline constexpr std::size_t compared_count = 13;
std::span<const ComparedRow> all_compared();

using Figures = std::array<double, compared_count>; ///< values of all statistics in the order of all_compared()
/// `frames` must not be empty.
Figures figures_of(std::span<const Nanos> frames);

/// For each frame 1 if its picture jumps when the loop `interpolated` at 60 Hz runs with these frame times, else 0.
/// From one picture to the next, that loop shows a motion over the length of the frame before, at most 250 ms. The
/// picture jumps if this time differs from the length of its own frame by more than 8 ms (telemetry::jump_limit()).
std::vector<double> jump_flags(std::span<const Nanos> frames);

/// Computes how much each frame contributes to a statistic. The standard error of the mean of these contributions is
/// the standard error of the statistic. Examples: for a mean, the contributions are the frame times; for a quantile,
/// they are 1 for frames above the quantile and 0 for frames below it.
class FrameContributions
{
public:
    explicit FrameContributions(std::span<const Nanos> frames);

    std::span<const double> ms() const { return ms_; }
    /// The contribution of each frame to one statistic. `row` is the index of the statistic in all_compared(), `value`
    /// its value.
    std::vector<double> of_statistic(std::size_t row, double value) const;
    /// For each frame 1 if its frame time exceeds `limit_ms`, 0.5 if it equals `limit_ms`, else 0.
    std::vector<double> above_flags(double limit_ms) const;

private:
    std::vector<double> frame_changes(double power) const;
    std::vector<double> share_contributions(const std::vector<double>& is_counted, double share, double percent) const;

    std::vector<double> ms_;
    std::vector<double> stutters_; // 1 for each stuttering frame (as telemetry::stuttering() defines it), else 0
    std::vector<double> jumps_;    // 1 for each frame whose picture jumps (as jump_flags() defines it), else 0
    double mean_ms_ = 0.0;
};

/// The statistics of a recording with their standard errors. The confidence interval of a quantile is the interval
/// between two other quantiles: R. S. Woodruff, "Confidence intervals for medians and other position measures", 1952.
/// The standard error of the share of frames above the quantile is converted to an error of log(share / (1 - share)),
/// the logarithm of the odds, and is added there. So the shares above the other two quantiles stay between 0 and 1.
class EstimatedFigures
{
public:
    /// `frames` must have at least `min_compared_frames` entries. `probability` is the probability that a confidence
    /// interval misses the true value.
    EstimatedFigures(std::span<const Nanos> frames, double probability);

    std::size_t frames() const { return frames_; }
    Nanos length() const { return length_; }
    std::size_t batches() const { return batches_; }
    double value(std::size_t row) const { return values_[row]; }
    double freedom(std::size_t row) const { return errors_[row].freedom; }
    /// The confidence interval of one statistic: from `errors` standard errors below its value to `errors` standard
    /// errors above it. `row` is the index of the statistic in all_compared().
    Interval interval(std::size_t row, double errors) const;

private:
    StandardError with_minimum_error(std::size_t row, StandardError error) const;
    Interval unclamped_interval(std::size_t row, double errors) const;

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
