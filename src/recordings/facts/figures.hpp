// recordings/facts/figures.hpp -- statistics for the comparison of recordings, with confidence intervals
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

/// The kind of a statistic decides how its confidence interval is computed.
enum class StatisticKind : std::uint8_t
{
    mean,
    rms,     ///< square root of a mean of squares, such as the RMS of the changes from frame to frame
    slowest, ///< mean frame time of the slowest frames, as frames a second
    quantile,
    rate,          ///< quantile of the frame times, as frames a second
    time_rate,     ///< quantile of the frame times, weighted by the frame times, as frames a second
    share_of_time, ///< percentage of the time in certain frames, such as stuttering frames
    per_minute,    ///< number of certain frames, such as visible jumps, per minute
};

struct ComparedStatistic
{
    std::string_view key; ///< name in JSON
    std::string_view title;
    std::string_view unit;
    StatisticKind kind = StatisticKind::mean;
    /// For quantiles, the fraction of the frames above the quantile (of the time for `time_rate`), such as 0.01 for the
    /// 99 % quantile. For `slowest`, the fraction of the frames that are averaged. For all other kinds, 0.
    double share          = 0.0;
    bool higher_is_better = false;
    bool is_smoothness    = true; ///< true: measures smoothness; false: measures speed
    /// By default, `timestep_lab compare --check` accepts that version B is worse than version A by this percentage of
    /// A's value, but always by at least `min_margin` in the unit of the statistic.
    double margin_percent = 10.0;
    double min_margin     = 0.0;
};
inline constexpr std::size_t statistic_count = 13;
std::span<const ComparedStatistic> compared_statistics();

/// Values in the order of compared_statistics().
using StatisticValues = std::array<double, statistic_count>;
/// `frames` must not be empty.
StatisticValues statistic_values_of(std::span<const Nanos> frames);

/// Returns one entry per frame: 1 if the motion of the loop `interpolated` at 60 Hz visibly jumps in the frame, else 0.
/// In each displayed frame, the motion advances by the previous frame time, at most 250 ms. It jumps if that time
/// differs from the frame's own time by more than 8 ms (telemetry::jump_limit()).
std::vector<double> motion_jump_flags_at_60_hz(std::span<const Nanos> frames);

/// Computes how much each frame contributes to a statistic. The standard error of the mean contribution is the standard
/// error of the statistic. For the mean frame time, the contributions are the frame times. For a quantile, a frame
/// contributes 1 if it is above the quantile, else 0, and the error is that of the share of frames above the quantile.
class FrameContributions
{
public:
    explicit FrameContributions(std::span<const Nanos> frames);

    std::span<const double> frame_times_ms() const { return ms_; }
    /// Returns one contribution per frame to compared_statistics()[statistic_index], whose value is `value`.
    std::vector<double> contributions_to(std::size_t statistic_index, double value) const;
    /// Returns one entry per frame: 1 if its frame time exceeds `limit_ms`, 0.5 if it equals `limit_ms`, else 0.
    std::vector<double> above_flags(double limit_ms) const;

private:
    std::vector<double> frame_changes(double power) const;
    std::vector<double> share_contributions(const std::vector<double>& is_counted, double share, double percent) const;

    std::vector<double> ms_;
    std::vector<double> stutter_flags_; // one entry per frame: 1 if it stutters (telemetry::stutter_flags()), else 0
    std::vector<double> jump_flags_;    // one entry per frame: 1 if the motion visibly jumps, else 0
    double mean_ms_ = 0.0;
};

/// The statistics of a recording with their confidence intervals. The ends of the interval of a quantile are two other
/// quantiles (R. S. Woodruff, "Confidence intervals for medians and other position measures", 1952). Their shares are
/// the share of the quantile plus and minus its standard error. The error is added to the log-odds, log(share / (1 -
/// share)), so that both shares stay between 0 and 1.
class EstimatedStatistics
{
public:
    /// `frames` must have at least `min_compared_frames` entries. `probability` is the probability that a confidence
    /// interval misses the true value.
    EstimatedStatistics(std::span<const Nanos> frames, double probability);

    std::size_t frame_count() const { return frame_count_; }
    Nanos length() const { return length_; }
    std::size_t batch_count() const { return batch_count_; }
    double value(std::size_t statistic_index) const { return values_[statistic_index]; }
    double degrees_of_freedom(std::size_t statistic_index) const { return errors_[statistic_index].degrees_of_freedom; }
    /// The confidence interval of a statistic: its value plus or minus `error_factor` standard errors.
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
    // Standard error of the share of the frames above the 99 % quantile. The error of StatisticKind::slowest contains
    // it, because the averaged slowest frames begin at this quantile.
    double slowest_share_error_ = 0.0;
};

} // namespace recordings
