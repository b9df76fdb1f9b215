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
enum class StatisticKind : std::uint8_t
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
struct ComparedStatistic
{
    std::string_view key; ///< name in JSON
    std::string_view title;
    std::string_view unit;
    StatisticKind kind = StatisticKind::mean;
    /// For a quantile, the share of the frames (for time_rate, of the time) above it, such as 0.01 for the 99 %
    /// quantile. For `slowest`, the share of the frames that are averaged. For other kinds, 0.
    double share          = 0.0;
    bool higher_is_better = false;
    bool is_smoothness    = true; ///< true: measures smoothness; false: measures speed
    /// Default margin of `timestep_lab compare --check`: how much worse the second version may be, in percent of the
    /// first version's value, but at least `min_margin` in the unit of the statistic.
    double margin_percent = 10.0;
    double min_margin     = 0.0;
};
inline constexpr std::size_t statistic_count = 13;
std::span<const ComparedStatistic> compared_statistics();

/// The values of all statistics, in the order of compared_statistics().
using StatisticValues = std::array<double, statistic_count>;
/// `frames` are frame times; at least one.
StatisticValues statistic_values_of(std::span<const Nanos> frames);

/// For each frame 1 if the motion jumps when the loop `interpolated` at 60 Hz runs with these frame times, else 0. The
/// motion of a displayed frame then covers the previous frame time, at most 250 ms. The motion jumps if this time
/// differs from the frame's own frame time by more than 8 ms (telemetry::jump_limit()).
std::vector<double> motion_jump_flags_at_60_hz(std::span<const Nanos> frames);

/// Computes the contribution of each frame to a statistic, for the statistic's standard error: the standard error of
/// the mean contribution. Examples: for a mean frame time, the frame times; for a quantile, 1 for each frame above the
/// quantile, else 0, which gives the standard error of the share of frames above the quantile.
class FrameContributions
{
public:
    explicit FrameContributions(std::span<const Nanos> frames);

    std::span<const double> frame_times_ms() const { return ms_; }
    /// The contribution of each frame to the statistic compared_statistics()[statistic_index], whose value is `value`.
    std::vector<double> contributions_to(std::size_t statistic_index, double value) const;
    /// For each frame 1 if its frame time exceeds `limit_ms`, 0.5 if it equals `limit_ms`, else 0.
    std::vector<double> above_flags(double limit_ms) const;

private:
    std::vector<double> frame_changes(double power) const;
    std::vector<double> share_contributions(const std::vector<double>& is_counted, double share, double percent) const;

    std::vector<double> ms_;
    std::vector<double> stutter_flags_; // 1 for each stuttering frame (telemetry::stutter_flags()), else 0
    std::vector<double> jump_flags_;    // 1 for each frame with a visible jump (motion_jump_flags_at_60_hz()), else 0
    double mean_ms_ = 0.0;
};

/// The statistics of a recording with their standard errors. The confidence interval of a quantile lies between two
/// other quantiles: R. S. Woodruff, "Confidence intervals for medians and other position measures", 1952. The error of
/// the share of frames above the quantile is added to log(share / (1 - share)), the log-odds, so that the shares above
/// the two other quantiles stay between 0 and 1.
class EstimatedStatistics
{
public:
    /// `frames` must have at least `min_compared_frames` entries. `probability` is the probability that a confidence
    /// interval misses its true value.
    EstimatedStatistics(std::span<const Nanos> frames, double probability);

    std::size_t frame_count() const { return frame_count_; }
    Nanos length() const { return length_; }
    std::size_t batch_count() const { return batch_count_; }
    double value(std::size_t statistic_index) const { return values_[statistic_index]; }
    double degrees_of_freedom(std::size_t statistic_index) const { return errors_[statistic_index].degrees_of_freedom; }
    /// The confidence interval of the statistic compared_statistics()[statistic_index]: its value plus or minus
    /// `error_factor` standard errors.
    Interval interval(std::size_t statistic_index, double error_factor) const;

private:
    StandardError with_minimum_error(std::size_t statistic_index, StandardError error) const;
    Interval unclamped_interval(std::size_t statistic_index, double error_factor) const;

    std::size_t frame_count_;
    Nanos length_;
    StatisticValues values_;
    FrameTimeTail tail_;
    std::size_t batch_count_ = 0;
    std::array<StandardError, statistic_count> errors_{};
    // Standard error of the share of frames slower than the 99 % quantile of the frame times: a part of the error of
    // StatisticKind::slowest, the mean of the slowest 1 % of the frames, which begins at this quantile.
    double slowest_share_error_ = 0.0;
};

} // namespace recordings
