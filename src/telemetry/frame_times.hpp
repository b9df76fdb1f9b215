// telemetry/frame_times.hpp -- statistics of frame times: mean, percentiles, 1 % lows, frame-to-frame changes, stutter
#pragma once

#include "telemetry/metric_definitions.hpp"
#include "telemetry/quantile.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace telemetry
{

using timestep::Nanos;

struct FrameTimeSummary
{
    std::int64_t frame_count = 0;
    double mean_ms = 0.0;
    double p50_ms = 0.0;
    double p99_ms = 0.0; ///< 99th percentile of the frame times in ms, interpolated as in numpy
    double max_ms = 0.0;
    double average_fps = 0.0; ///< average frame rate in frames per second: 1000 / mean_ms

    /// Absolute differences between consecutive frame times: mean and root mean square, in ms.
    double change_mean_ms = 0.0;
    double change_rms_ms = 0.0;
    /// Absolute differences between consecutive frame times, counted in bins with the edges change_bin_edges_ms.
    std::array<std::int64_t, 5> change_counts{};
};

inline constexpr std::array<double, 4> change_bin_edges_ms{2.0, 4.0, 8.0, 12.0};

/// All fields are zero if there are no frames.
FrameTimeSummary frame_time_summary(const IndexedFrameTimesView& frame_times);

/// Counts per bin; the last bin includes longer times, bin 0 negative times. `bin_width` and `bin_count` must be > 0,
/// and their product at most 100 days.
std::vector<std::int64_t> clamped_histogram(std::span<const Nanos> frame_times, Nanos bin_width, std::size_t bin_count);

/// Definitions of a "1 % low", a frame rate. Their results differ widely, so show the definition with the number.
enum class LowFpsDefinition : std::uint8_t
{
    percentile_r7,
    percentile_r8,
    low_average,
    low_integral,
    mangohud,
};

struct LowFpsDefinitionInfo
{
    LowFpsDefinition id;
    std::string_view name; ///< name in files, in kebab-case
    std::string_view label; ///< name for the user, beside "1 % low"
    const MetricDefinition& metric; ///< definition and source of the 1 % low
};

inline constexpr std::array all_low_fps_definitions{
    LowFpsDefinitionInfo{LowFpsDefinition::percentile_r7, "percentile-r7", "percentile (R7)",
                         metric_definition("low_1_percentile_r7_fps")},
    LowFpsDefinitionInfo{LowFpsDefinition::percentile_r8, "percentile-r8", "percentile (R8)",
                         metric_definition("low_1_percentile_r8_fps")},
    LowFpsDefinitionInfo{LowFpsDefinition::low_average, "low-average", "low average",
                         metric_definition("low_1_average_fps")},
    LowFpsDefinitionInfo{LowFpsDefinition::low_integral, "low-integral", "low integral",
                         metric_definition("low_1_integral_fps")},
    LowFpsDefinitionInfo{LowFpsDefinition::mangohud, "mangohud", "MangoHud", metric_definition("low_1_mangohud_fps")},
};

/// The "1 % low" (`share` 0.01) or "0.1 % low" (0.001) in fps. NaN without frames, infinity if the frame time is zero.
double low_fps(const IndexedFrameTimesView& frame_times, LowFpsDefinition definition, double share);

/// Enough to compute a 1 % low by any definition without sorting all frame times of the recording.
struct LongestFrameTimes
{
    std::vector<double> times_ms{}; ///< longest frame times in ms, longest first
    std::size_t frame_count = 0; ///< number of all frames of the recording
    double sum_ms = 0.0; ///< sum of all frame times of the recording in ms
    /// Number of further frames that are as long as the last entry of `times_ms`.
    std::size_t omitted_tie_count = 0;
};
LongestFrameTimes longest_frame_times(const IndexedFrameTimesView& frame_times, double max_share = 0.01);
double low_fps_of_longest(const LongestFrameTimes& longest, LowFpsDefinition definition, double share_up_to_max);

/// As in CapFrameX: percentage of the time in frames longer than `factor` times the moving mean; NaN if no time passed.
double stutter_percent(const IndexedFrameTimesView& frame_times, double factor = 2.5);
/// One entry per frame: 1 if stutter_percent() counts the frame as stuttering, else 0.
std::vector<std::uint8_t> moving_mean_stutter_flags(const IndexedFrameTimesView& frame_times, double factor = 2.5);
/// Number of frame times in the moving mean: round(10 * sqrt(m)), at least 1; m is the mean of `frame_times` in ms.
std::size_t stutter_window_size(const IndexedFrameTimesView& frame_times);
/// As in CapFrameX's overlay: percentage of the time in frames longer than `factor` times the mean frame time.
double stutter_percent_of_mean(const IndexedFrameTimesView& frame_times, double factor = 2.5);
/// Percentage of the frames that are longer than `factor` times the mean frame time. NaN without frames.
double stutter_percent_by_count(const IndexedFrameTimesView& frame_times, double factor = 2.5);

} // namespace telemetry
