// recordings/facts/compared_metrics.hpp -- metrics for the comparison of recordings, with confidence intervals
#pragma once

#include "recordings/facts/statistics.hpp"
#include "telemetry/frame_times.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace recordings
{

using timestep::Nanos;

/// The kind of a metric decides how its confidence interval is computed.
enum class ComparedMetricKind : std::uint8_t
{
    mean,
    rms,              ///< square root of a mean of squares, such as the RMS of the changes from frame to frame
    slowest_mean_fps, ///< mean frame time of the slowest frames, as frames a second
    quantile,
    quantile_fps,               ///< quantile of the frame times, as frames a second
    time_weighted_quantile_fps, ///< quantile of the frame times, weighted by the frame times, as frames a second
    share_of_time,              ///< percentage of the time in certain frames, such as stuttering frames
    count_per_minute,           ///< number of certain frames, such as visible jumps, per minute
};

struct ComparedMetric
{
    std::string_view key; ///< name in JSON
    std::string_view title;
    std::string_view unit;
    ComparedMetricKind kind = ComparedMetricKind::mean;
    /// For a quantile of the frame times, the fraction of the frames above it, such as 0.01 for the 99 % quantile. For
    /// `time_weighted_quantile_fps`, the fraction of the time that the frames above the quantile take. For
    /// `slowest_mean_fps`, the fraction of the frames that are averaged. For metrics of any other kind, 0.
    double slowest_share     = 0.0;
    bool higher_is_better    = false;
    bool measures_smoothness = true; ///< true: measures smoothness; false: measures speed
    /// By default, `timestep_lab compare --check` allows version B to be worse than version A by `margin_percent` of
    /// A's value or by `min_margin` (in the unit of the metric), whichever is larger.
    double margin_percent = 10.0;
    double min_margin     = 0.0;
};
inline constexpr std::size_t compared_metric_count = 13;
std::span<const ComparedMetric> compared_metrics();

/// Values in the order of compared_metrics().
using MetricValues = std::array<double, compared_metric_count>;
/// Returns the metrics of the frame times `frames`, which must not be empty.
MetricValues metric_values_of(std::span<const Nanos> frames);

/// The metrics of a recording, and the data from which their confidence intervals are computed. For a quantile, p is
/// the fraction of frames below it, and e is the error of p. Its confidence interval extends from the quantile of the
/// fraction p - e to that of p + e (R. S. Woodruff, "Confidence intervals for medians and other position measures",
/// 1952). Both fractions are computed from the log-odds of p, so that they stay between 0 and 1.
struct EstimatedMetrics
{
    std::size_t frame_count = 0;
    Nanos length{}; ///< sum of the frame times
    MetricValues values{};
    FrameTimeDistribution distribution{};
    std::size_t batch_count = 0;                               ///< number of batches for the standard errors
    std::array<StandardError, compared_metric_count> errors{}; ///< in the order of compared_metrics()
    /// About 1 % of the frames are above the estimated 99 % quantile; this is the standard error of their fraction. A
    /// larger error makes the confidence interval of their mean wider (ComparedMetricKind::slowest_mean_fps).
    double slowest_mean_share_error = 0.0;

    /// The confidence interval of a metric: its value plus or minus `error_factor` standard errors.
    Interval confidence_interval(std::size_t metric_index, double error_factor) const;
};
/// `frames` must have at least `min_compared_frames` entries. `error_probability` is the probability that a confidence
/// interval misses the true value.
EstimatedMetrics estimate_metrics_and_standard_errors(std::span<const Nanos> frames, double error_probability);

} // namespace recordings
