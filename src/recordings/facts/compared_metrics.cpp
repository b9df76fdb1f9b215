#include "recordings/facts/compared_metrics.hpp"

#include "recordings/facts/frame_time_patterns.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

using Kind = ComparedMetricKind;
using telemetry::metric_definition;

constexpr auto metrics_table = std::to_array<ComparedMetric>({
    {metric_definition("frame_mean_ms"), Kind::mean, 0.0, false, 3.0},
    {metric_definition("frame_p50_ms"), Kind::quantile, 0.5, false, 3.0},
    {metric_definition("frame_p99_ms"), Kind::quantile, 0.01},
    // One row for each definition of the 1 % low, in the order of telemetry::all_low_fps_definitions.
    {metric_definition("low_1_percentile_r7_fps"), Kind::quantile_fps, 0.01},
    {metric_definition("low_1_percentile_r8_fps"), Kind::quantile_fps, 0.01},
    {metric_definition("low_1_average_fps"), Kind::slowest_mean_fps, 0.01},
    {metric_definition("low_1_integral_fps"), Kind::time_weighted_quantile_fps, 0.01},
    {metric_definition("low_1_mangohud_fps"), Kind::quantile_fps, 0.01},
    {metric_definition("stutter_percent"), Kind::share_of_time, 0.0, true, 10.0, 0.5},
    {metric_definition("stutter_percent_of_mean"), Kind::share_of_time, 0.0, true, 10.0, 0.5},
    {metric_definition("change_mean_ms"), Kind::mean},
    {metric_definition("change_rms_ms"), Kind::rms},
    {metric_definition("jumps_at_60_hz_per_minute"), Kind::count_per_minute, 0.0, true, 10.0, 2.0},
});

constexpr std::size_t mean_index = 0, first_low_fps_index = 3,
                      stutter_index = first_low_fps_index + telemetry::all_low_fps_definitions.size(),
                      hitch_time_index = stutter_index + 1, change_mean_index = hitch_time_index + 1,
                      change_rms_index = change_mean_index + 1, jumps_index = change_rms_index + 1;
static_assert(
    metrics_table.size() == compared_metric_count && metrics_table.size() == jumps_index + 1,
    "after adding or removing a row, update compared_metric_count in compared_metrics.hpp and the constants above");

constexpr double ms_per_minute = 60'000.0;

constexpr double slowest_frames_share = 0.01;

double fps_of(double frame_ms) { return 1000.0 / frame_ms; }
double frame_ms_of(double fps) { return 1000.0 / fps; }

// Replaces hitches by the median frame time: their variance would hide the autocorrelation of the other frame times.
std::vector<double> ms_with_replaced_hitches(std::span<const Nanos> frames, std::span<const double> frame_times_ms)
{
    const telemetry::IndexedFrameTimesView indexed_frames{frames};
    const double limit_ms = timestep::to_millis(hitch_limit(indexed_frames)),
                 median_ms = timestep::to_millis(median_of(indexed_frames));
    std::vector<double> without_hitches_ms(frame_times_ms.begin(), frame_times_ms.end());
    std::ranges::replace_if(
        without_hitches_ms, [limit_ms](double frame_time_ms) { return frame_time_ms > limit_ms; }, median_ms);
    return without_hitches_ms;
}

// Multiplies the odds of `share`, share / (1 - share), by `ratio`. Returns the share that has the resulting odds.
double share_with_odds_ratio(double share, double ratio)
{
    const double odds = share / (1.0 - share) * ratio;
    return odds / (1.0 + odds);
}

// Approximate factor by which the odds p / (1 - p) grow if p increases from `share` to `share + error`; at most e^30.
double odds_ratio(double share, double error) { return std::exp(std::min(error / (share * (1.0 - share)), 30.0)); }

// The standard error of a share that is measured in `count` independent frames.
double binomial_share_error(double share, std::size_t count)
{
    return std::sqrt(share * (1.0 - share) / static_cast<double>(count));
}

// One entry per frame: 1 if the motion of a 60 Hz game loop with interpolation visibly jumps, else 0.
std::vector<double> motion_jump_flags(std::span<const Nanos> frames)
{
    constexpr Nanos max_shown_step{250'000'000};
    const Nanos limit = telemetry::unevenness_limit(timestep::step_ns(timestep::hz(60)));
    std::vector<double> flags(frames.size());
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (std::chrono::abs(std::min(frames[i - 1], max_shown_step) - frames[i]) > limit) flags[i] = 1.0;
    return flags;
}

struct FrameSeries
{
    std::vector<double> frame_times_ms{};
    std::vector<double> stutter_flags{}; // 1 if the frame stutters, else 0
    std::vector<double> jump_flags{}; // 1 if the motion visibly jumps, else 0
    double mean_ms = 0.0;
};
FrameSeries frame_series_of(std::span<const Nanos> frames)
{
    FrameSeries series{.frame_times_ms = std::vector<double>(frames.size()), .jump_flags = motion_jump_flags(frames)};
    std::ranges::transform(frames, series.frame_times_ms.begin(), [](Nanos f) { return timestep::to_millis(f); });
    series.mean_ms = mean_of(series.frame_times_ms);
    const auto stutter_flags = telemetry::moving_mean_stutter_flags(frames);
    series.stutter_flags.assign(stutter_flags.begin(), stutter_flags.end());
    return series;
}

// Returns one entry per frame: 1 if its frame time exceeds `limit_ms`, 0.5 if it equals `limit_ms`, else 0.
std::vector<double> above_limit_weights(const FrameSeries& series, double limit_ms)
{
    std::vector<double> weights(series.frame_times_ms.size());
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (series.frame_times_ms[i] >= limit_ms) weights[i] = series.frame_times_ms[i] > limit_ms ? 1.0 : 0.5;
    return weights;
}

// The absolute changes from frame to frame in ms, to the power of `exponent`.
std::vector<double> change_powers(const FrameSeries& series, double exponent)
{
    std::vector<double> changes;
    for (std::size_t i = 1; i < series.frame_times_ms.size(); ++i)
        changes.push_back(std::pow(std::abs(series.frame_times_ms[i] - series.frame_times_ms[i - 1]), exponent));
    return changes;
}

std::vector<double> share_contributions(const FrameSeries& series, const std::vector<double>& counted_weights,
                                        double share, double scale)
{
    std::vector<double> contributions(series.frame_times_ms.size());
    for (std::size_t i = 0; i < series.frame_times_ms.size(); ++i)
        contributions[i] = scale * series.frame_times_ms[i] / series.mean_ms * (counted_weights[i] - share);
    return contributions;
}

// The values from which the standard error of a metric is computed.
std::vector<double> contributions_to(std::size_t metric_index, double value, const FrameSeries& series)
{
    const ComparedMetric& metric = metrics_table[metric_index];
    switch (metric.kind)
    {
    case ComparedMetricKind::mean:
        return metric_index == change_mean_index ? change_powers(series, 1.0) : series.frame_times_ms;
    case ComparedMetricKind::rms: return change_powers(series, 2.0);
    case ComparedMetricKind::quantile: return above_limit_weights(series, value);
    case ComparedMetricKind::quantile_fps: return above_limit_weights(series, frame_ms_of(value));
    case ComparedMetricKind::time_weighted_quantile_fps:
        return share_contributions(series, above_limit_weights(series, frame_ms_of(value)), metric.slowest_share, 1.0);
    case ComparedMetricKind::share_of_time:
        return share_contributions(series,
                                   metric_index == stutter_index ? series.stutter_flags
                                                                 : above_limit_weights(series, 2.5 * series.mean_ms),
                                   value / 100.0, 100.0);
    case ComparedMetricKind::count_per_minute:
    {
        std::vector<double> contributions(series.frame_times_ms.size());
        for (std::size_t i = 0; i < series.frame_times_ms.size(); ++i)
            contributions[i] =
                (ms_per_minute * series.jump_flags[i] - value * series.frame_times_ms[i]) / series.mean_ms;
        return contributions;
    }
    case ComparedMetricKind::slowest_mean_fps: break;
    }
    std::vector<double> contributions = series.frame_times_ms;
    const double limit_ms = telemetry::quantile(contributions, 1.0 - metric.slowest_share);
    std::ranges::transform(series.frame_times_ms, contributions.begin(),
                           [&](double frame_ms) { return std::max(frame_ms - limit_ms, 0.0) / metric.slowest_share; });
    return contributions;
}

// The estimated error of a quantile can be too small, because only few frames determine the quantile.
StandardError with_minimum_error(const EstimatedMetrics& metrics, std::size_t metric_index, StandardError error)
{
    const ComparedMetric& metric = metrics_table[metric_index];
    if (metric.kind == ComparedMetricKind::quantile || metric.kind == ComparedMetricKind::quantile_fps)
        error.value = std::max(error.value, binomial_share_error(metric.slowest_share, metrics.frame_count));
    if (metric.kind == ComparedMetricKind::time_weighted_quantile_fps)
        error.value = std::max(error.value, std::sqrt(metric.slowest_share * frame_ms_of(metrics.values[metric_index]) /
                                                      timestep::to_millis(metrics.duration)));
    return error;
}

Interval unclamped_interval(const EstimatedMetrics& metrics, std::size_t metric_index, double error_factor)
{
    const ComparedMetric& metric = metrics_table[metric_index];
    const double value = metrics.values[metric_index],
                 error_width = error_factor * metrics.standard_errors[metric_index].value;
    const auto higher_share = [&](double error)
    { return share_with_odds_ratio(metric.slowest_share, odds_ratio(metric.slowest_share, error)); };
    const auto lower_share = [&](double error)
    { return share_with_odds_ratio(metric.slowest_share, 1.0 / odds_ratio(metric.slowest_share, error)); };
    switch (metric.kind)
    {
    case ComparedMetricKind::mean:
    case ComparedMetricKind::share_of_time:
    case ComparedMetricKind::count_per_minute: return {value - error_width, value + error_width};
    case ComparedMetricKind::rms:
        return {std::sqrt(std::max(value * value - error_width, 0.0)), std::sqrt(value * value + error_width)};
    case ComparedMetricKind::quantile:
        return {metrics.distribution.upper_quantile_ms(higher_share(error_width)),
                metrics.distribution.upper_quantile_ms(lower_share(error_width))};
    case ComparedMetricKind::quantile_fps:
        return {fps_of(metrics.distribution.upper_quantile_ms(lower_share(error_width))),
                fps_of(metrics.distribution.upper_quantile_ms(higher_share(error_width)))};
    case ComparedMetricKind::time_weighted_quantile_fps:
        return {fps_of(metrics.distribution.upper_time_quantile_ms(lower_share(error_width))),
                fps_of(metrics.distribution.upper_time_quantile_ms(higher_share(error_width)))};
    case ComparedMetricKind::slowest_mean_fps: break;
    }
    const double share_error = error_factor * metrics.slowest_share_standard_error;
    const double high =
        std::max(frame_ms_of(value) + error_width, metrics.distribution.mean_ms_of_slowest(lower_share(share_error)));
    const double low = std::max(
        std::min(frame_ms_of(value) - error_width, metrics.distribution.mean_ms_of_slowest(higher_share(share_error))),
        metrics.values[mean_index]);
    return {fps_of(high), fps_of(low)};
}

} // namespace

std::span<const ComparedMetric> compared_metrics() { return metrics_table; }

MetricValues metric_values_of(std::span<const Nanos> frames)
{
    const telemetry::IndexedFrameTimesView indexed_frames{frames};
    const telemetry::FrameTimeSummary summary = telemetry::frame_time_summary(indexed_frames);
    const telemetry::LongestFrameTimes longest_frames = telemetry::longest_frame_times(indexed_frames);
    MetricValues values{summary.mean_ms, summary.p50_ms, summary.p99_ms};
    for (const telemetry::LowFpsDefinitionInfo& definition : telemetry::all_low_fps_definitions)
        values[first_low_fps_index + static_cast<std::size_t>(definition.id)] =
            telemetry::low_fps_of_longest(longest_frames, definition.id, 0.01);
    values[stutter_index] = telemetry::stutter_percent(indexed_frames);
    values[hitch_time_index] = telemetry::stutter_percent_of_mean(indexed_frames);
    values[change_mean_index] = summary.change_mean_ms;
    values[change_rms_index] = summary.change_rms_ms;
    const auto jump_flags = motion_jump_flags(frames);
    const double length_ms = timestep::to_millis(indexed_frames.sum());
    values[jumps_index] =
        length_ms > 0.0 ? ms_per_minute * std::accumulate(jump_flags.begin(), jump_flags.end(), 0.0) / length_ms : 0.0;
    return values;
}

EstimatedMetrics estimate_metrics(std::span<const Nanos> frames, double interval_error_probability)
{
    const FrameSeries series = frame_series_of(frames);
    EstimatedMetrics metrics{.frame_count = frames.size(),
                             .duration = std::accumulate(frames.begin(), frames.end(), Nanos{}),
                             .values = metric_values_of(frames),
                             .distribution = FrameTimeDistribution{series.frame_times_ms},
                             .batch_count = batch_count_for(ms_with_replaced_hitches(frames, series.frame_times_ms))};
    for (std::size_t i = 0; i < compared_metric_count; ++i)
        metrics.standard_errors[i] =
            with_minimum_error(metrics, i,
                               conservative_standard_error(contributions_to(i, metrics.values[i], series),
                                                           metrics.batch_count, interval_error_probability));
    const auto slowest_weights =
        above_limit_weights(series, metrics.distribution.upper_quantile_ms(slowest_frames_share));
    metrics.slowest_share_standard_error =
        std::max(conservative_standard_error(slowest_weights, metrics.batch_count, interval_error_probability).value,
                 binomial_share_error(slowest_frames_share, metrics.frame_count));
    return metrics;
}

Interval EstimatedMetrics::confidence_interval(std::size_t metric_index, double error_factor) const
{
    const Interval interval = unclamped_interval(*this, metric_index, error_factor);
    return {std::min(interval.low, values[metric_index]), std::max(interval.high, values[metric_index])};
}

} // namespace recordings
