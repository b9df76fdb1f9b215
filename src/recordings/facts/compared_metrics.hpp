// recordings/facts/compared_metrics.hpp -- metrics for the comparison of recordings, with confidence intervals
#pragma once

#include "recordings/facts/statistics.hpp"
#include "telemetry/frame_times.hpp"
#include "telemetry/metric_definitions.hpp"

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
    rms, ///< square root of a mean of squares, such as the RMS of the changes from frame to frame
    slowest_mean_fps, ///< mean frame time of the slowest frames, as frames a second
    quantile,
    quantile_fps, ///< quantile of the frame times, as frames a second
    time_weighted_quantile_fps, ///< quantile of the frame times, weighted by the frame times, as frames a second
    share_of_time, ///< percentage of the time in certain frames, such as stuttering frames
    count_per_minute, ///< number of certain frames, such as visible jumps, per minute
};

struct ComparedMetric : telemetry::MetricDefinition
{
    ComparedMetricKind kind = ComparedMetricKind::mean;
    /// The metric describes this slowest fraction of the frames, such as 0.01 for a 1 % low; 0 if it describes all.
    /// For `time_weighted_quantile_fps`, this is a fraction of the time.
    double slowest_share = 0.0;
    bool measures_smoothness = true; ///< true: measures smoothness; false: measures speed
    /// `timestep_lab compare --check` allows version B to be worse than version A by the larger of these margins.
    double margin_percent = 10.0; ///< default of --margin, in percent of version A's value
    double min_margin = 0.0; ///< in the unit of the metric

    bool is_better_high() const { return preferred_value == telemetry::PreferredValue::high; }
};
inline constexpr std::size_t compared_metric_count = 13;
std::span<const ComparedMetric> compared_metrics();

/// Values in the order of compared_metrics().
using MetricValues = std::array<double, compared_metric_count>;
/// Returns the metrics of the frame times `frames`, which must not be empty.
MetricValues metric_values_of(std::span<const Nanos> frames);

/// Metrics of a recording, and the data for their confidence intervals. Source for intervals of quantiles: R. S.
/// Woodruff, "Confidence intervals for medians and other position measures", 1952.
struct EstimatedMetrics
{
    std::size_t frame_count = 0;
    Nanos duration{}; ///< sum of the frame times
    MetricValues values{};
    FrameTimeDistribution distribution{};
    std::size_t batch_count = 0; ///< number of batches for the standard errors
    std::array<StandardError, compared_metric_count> standard_errors{}; ///< in the order of compared_metrics()
    double slowest_share_standard_error = 0.0;

    /// The interval that `error_factor` standard errors give; for most metrics, the value is not its middle.
    Interval confidence_interval(std::size_t metric_index, double error_factor) const;
};
/// Needs at least `min_compared_frames` frame times. Of two error estimates, keeps that with the wider interval.
EstimatedMetrics estimate_metrics(std::span<const Nanos> frames, double interval_error_probability);

} // namespace recordings
