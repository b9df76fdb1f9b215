// telemetry/frame_times.hpp -- statistics of frame times: mean, percentiles, 1 % lows, changes, stutter
#pragma once

#include "telemetry/quantile.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace telemetry
{

using timestep::Nanos;

struct FrameTimes
{
    std::int64_t frames = 0;
    double mean_ms      = 0.0;
    double p50_ms       = 0.0; ///< median frame time in milliseconds
    double p99_ms       = 0.0; ///< 99th percentile of the frame times in ms, interpolated as in numpy
    double max_ms       = 0.0;
    double average_fps  = 0.0; ///< average frame rate in frames per second: 1000 / mean_ms

    /// Mean absolute difference between consecutive frame times, in ms; change_rms_ms is the root mean square.
    double change_mean_ms = 0.0;
    double change_rms_ms  = 0.0;
    /// Histogram of the absolute differences between consecutive frame times. The first bin counts the differences
    /// below 2 ms, which users do not see; the next bins those below 4, 8 and 12 ms; the last bin all larger ones,
    /// which users see.
    std::array<std::int64_t, 5> change_bins{};
};

inline constexpr std::array<double, 4> change_bin_edges_ms{2.0, 4.0, 8.0, 12.0};

/// All fields are zero without frames.
FrameTimes frame_times(const FrameOrder& frames);

/// Bin i counts frame times from i * width up to, but not including, (i + 1) * width; the last bin all longer ones, bin
/// 0 negative ones, too. `width` must be positive, `bins` at least 1.
std::vector<std::int64_t> histogram(std::span<const Nanos> frames, Nanos width, std::size_t bins);

/// Five definitions of a "1 % low" or "0.1 % low": a frame rate that describes the slowest 1 % or 0.1 % of the frames.
/// For one and the same recording they gave results from 12.5 to 59.4 fps, so always show the definition with the
/// number.
enum class Low : std::uint8_t
{
    percentile_r7,
    percentile_r8,
    average,
    integral,
    mangohud,
};

struct LowRow
{
    Low id;
    std::string_view name;   ///< name of the definition in files, in kebab-case
    std::string_view label;  ///< name of the definition as the user sees it
    std::string_view is;     ///< text of the definition; `share` in it is the fraction of slowest frames, 0.01 or 0.001
    std::string_view source; ///< programs that use this definition
};

inline constexpr std::array all_lows{
    LowRow{Low::percentile_r7, "percentile-r7", "percentile (R7)", "the share-quantile of the frame rates, rule R7",
           "numpy, most scripts"},
    LowRow{Low::percentile_r8, "percentile-r8", "percentile (R8)", "the share-quantile of the frame rates, rule R8",
           "CapFrameX's P1 and P0.1"},
    LowRow{Low::average, "low-average", "low average",
           "the mean of all frame times from their (1 - share)-quantile (R8) up, as a rate",
           "CapFrameX's x% low average"},
    LowRow{Low::integral, "low-integral", "low integral",
           "the frame time at which the slowest frames have used up that share of the whole time, as a rate",
           "MSI Afterburner; CapFrameX's x% low integral"},
    LowRow{Low::mangohud, "mangohud", "MangoHud",
           "the frame time at place int(share * n - 1) of the slowest, counted from 0, as a rate", "MangoHud"},
};

/// Frames per second for `share` 0.01 or 0.001. NaN without frames, infinity if the frame time is zero.
double low_fps(const FrameOrder& frames, Low definition, double share);

/// The longest frame times of a recording: enough for every "1 % low", without sorting a hundred million frame times.
struct LongestFrames
{
    std::vector<double> ms{}; ///< longest frame times in milliseconds, longest first
    std::size_t count = 0;    ///< number of all frames of the recording
    double sum_ms     = 0.0;  ///< sum of all frame times of the recording in milliseconds
    /// Number of frames that are exactly as long as the last (shortest) entry of `ms` but have no entry of their own.
    std::size_t ties = 0;
};
/// As many frame times as low_fps_of() needs for the slowest `share` of the frames, or less.
LongestFrames longest_frames(const FrameOrder& frames, double share = 0.01);
double low_fps_of(const LongestFrames& longest, Low definition, double share);

/// Returns the percentage of the total time that was spent in stuttering frames. A frame stutters if it is longer than
/// `factor` times the usual frame time. NaN if the total time is zero.
///
/// The usual frame time is defined as in CapFrameX: the mean of the last round(10 * sqrt(m)) frame times, including the
/// current one, where m is the mean of all frame times in ms. In this mean, a frame time longer than three times the
/// previous one counts only as long as the previous one.
double stutter_percent(std::span<const Nanos> frames, double factor = 2.5);
/// 1 for each frame that stutters as defined by stutter_percent(), else 0.
std::vector<std::uint8_t> stuttering(std::span<const Nanos> frames, double factor = 2.5);
/// Window of the mean in stutter_percent(): round(10 * sqrt(mean of all frame times in ms)), at least 1.
std::size_t stutter_window(std::span<const Nanos> frames);
/// Percentage of the total time, or of the number of frames, in frames longer than `factor` times the mean frame time.
/// CapFrameX's overlay uses this definition of stutter.
double stutter_percent_of_mean(std::span<const Nanos> frames, double factor = 2.5);
double stutter_percent_by_count(std::span<const Nanos> frames, double factor = 2.5);

} // namespace telemetry
