// recordings/facts/figures.hpp -- the statistics that are compared between recordings, such as the mean frame time,
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
    rms,       ///< square root of a mean of squares, such as the RMS of the differences between consecutive frame times
    slowest,   ///< mean frame time of the slowest frames, converted to frames a second
    quantile,  ///< quantile of the frame times
    rate,      ///< quantile of the frame times, converted to frames a second
    time_rate, ///< quantile of the frame times weighted by their length, converted to frames a second
    share_of_time, ///< share of the time in certain frames, such as stuttering ones, in percent
    per_minute,    ///< number of certain frames, such as visible jumps, per minute
};

/// Definition of one statistic that is compared between recordings.
struct ComparedRow
{
    std::string_view key; ///< name in JSON
    std::string_view title;
    std::string_view unit;
    FigureKind kind = FigureKind::mean;
    /// For a quantile, the share of the frames (for time_rate, of the time) above it, such as 0.01 for the 99 %
    /// quantile. For `slowest`, the share of the frames that are averaged. For other kinds, 0.
    double share        = 0.0;
    bool more_is_better = false;
    bool is_smoothness  = true; ///< true: measures smoothness; false: measures speed
    /// Default margin of `timestep_lab compare --check`: how much worse the second version may be, in percent of the
    /// first version's value, but at least `min_margin` in the unit of the statistic.
    double margin_percent = 10.0;
    double min_margin     = 0.0;
};
inline constexpr std::size_t compared_count = 13;
std::span<const ComparedRow> all_compared();

using Figures = std::array<double, compared_count>; ///< values of all statistics, in the order of all_compared()
/// The values of all statistics. `frames` must not be empty.
Figures figures_of(std::span<const Nanos> frames);

/// For each frame 1 if the motion jumps when the loop `interpolated` at 60 Hz runs with these frame times, else 0. The
/// motion of a displayed frame then covers the previous frame time, at most 250 ms. The motion jumps if this time
/// differs from the frame's own frame time by more than 8 ms (telemetry::jump_limit()).
std::vector<double> jump_flags(std::span<const Nanos> frames);

/// Computes the contribution of each frame to a statistic. The standard error of the statistic is the standard error of
/// the mean of these contributions. Examples: the frame times for a mean; for a quantile, 1 for frames above the
/// quantile and 0 for frames below.
class FrameContributions
{
public:
    explicit FrameContributions(std::span<const Nanos> frames);

    std::span<const double> ms() const { return ms_; }
    /// The contribution of each frame to statistic `row`, an index into all_compared(), whose value is `value`.
    std::vector<double> of_statistic(std::size_t row, double value) const;
    /// For each frame 1 if its frame time exceeds `limit_ms`, 0.5 if it equals `limit_ms`, else 0.
    std::vector<double> above_flags(double limit_ms) const;

private:
    std::vector<double> frame_changes(double power) const;
    std::vector<double> share_contributions(const std::vector<double>& is_counted, double share, double percent) const;

    std::vector<double> ms_;
    std::vector<double> stutters_; // 1 for each stuttering frame (telemetry::stuttering()), else 0
    std::vector<double> jumps_;    // 1 for each frame with a visible jump (jump_flags()), else 0
    double mean_ms_ = 0.0;
};

/// The statistics of a recording with their standard errors. The confidence interval of a quantile lies between two
/// other quantiles: R. S. Woodruff, "Confidence intervals for medians and other position measures", 1952. The error of
/// the share of frames above the quantile is added to log(share / (1 - share)), the log-odds, so that the shares above
/// the two other quantiles stay between 0 and 1.
class EstimatedFigures
{
public:
    /// `frames` must have at least `min_compared_frames` entries. `probability` is the probability that a confidence
    /// interval misses its true value.
    EstimatedFigures(std::span<const Nanos> frames, double probability);

    std::size_t frames() const { return frames_; }
    Nanos length() const { return length_; }
    std::size_t batches() const { return batches_; }
    double value(std::size_t row) const { return values_[row]; }
    double freedom(std::size_t row) const { return errors_[row].freedom; }
    /// The confidence interval of statistic `row`, an index into all_compared(): from `errors` standard errors below
    /// its value to `errors` standard errors above it.
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
    // Standard error of the share of frames slower than the 99 % quantile of the frame times: a part of the error of
    // FigureKind::slowest, the mean of the slowest 1 % of the frames, which begins at this quantile.
    double slowest_error_ = 0.0;
};

} // namespace recordings
