// telemetry/frame_times.hpp -- how long frames were, and how evenly they came: of a lane or of a recording
#pragma once

#include "timestep/time.hpp"

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
    double p50_ms       = 0.0; ///< percentiles by rule R7
    double p99_ms       = 0.0;
    double max_ms       = 0.0;
    double average_fps  = 0.0; ///< frames by the time that they took: 1000 / mean_ms

    /// Of the differences between neighbours: |dft|.
    double change_mean_ms = 0.0;
    double change_rms_ms  = 0.0;
    /// How many differences are below 2 ms, from 2, from 4, from 8, and from 12 ms up: what people do not see, might,
    /// and do.
    std::array<std::int64_t, 5> change_bins{};
};

inline constexpr std::array<double, 4> change_bin_edges_ms{2.0, 4.0, 8.0, 12.0};

/// All of the above. Zeros for no frames.
FrameTimes frame_times(std::span<const Nanos> frames);

/// A histogram of frame times: bin i counts those from i * width up to, but not including, (i + 1) * width; the last
/// bin everything beyond. Negative times count in bin 0. `width` must be positive, `bins` at least 1.
std::vector<std::int64_t> histogram(std::span<const Nanos> frames, Nanos width, std::size_t bins);

/// "1 % low" and "0.1 % low" mean five different things, which on one recording say anything from 12.5 to 59.4 fps:
/// always name the one shown.
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
    std::string_view name;   ///< kebab-case, as in files
    std::string_view label;  ///< for people
    std::string_view is;     ///< the definition, of the `share` slowest
    std::string_view source; ///< who computes it so
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

/// Frames per second; `share` is 0.01 or 0.001. NaN for no frames, infinity where the frame time is zero.
double low_fps(std::span<const Nanos> frames, Low definition, double share);

/// The longest of some frames, which is all that the lows depend on: to sort a hundred million would take its time.
struct LongestFrames
{
    std::vector<double> ms{}; ///< the longest first
    std::size_t count = 0;    ///< of all frames
    double sum_ms     = 0.0;  ///< of all frames
    std::size_t ties  = 0;    ///< frames as long as the last in `ms` that are not in it
};
/// Enough of them for `share` and any smaller one.
LongestFrames longest_frames(std::span<const Nanos> frames, double share = 0.01);
double low_fps_of(const LongestFrames& longest, Low definition, double share);

/// Percent of the time spent in frames longer than `factor` times the usual. NaN for no time.
///
/// CapFrameX: usual is the trailing mean over the last round(10 * sqrt(mean ms)) frames, this one included, in which a
/// frame of more than three times the one before counts as that one.
double stutter_percent(std::span<const Nanos> frames, double factor = 2.5);
/// Which frames that are: 1 for each of them, else 0.
std::vector<std::uint8_t> stuttering(std::span<const Nanos> frames, double factor = 2.5);
/// How many frames that trailing mean is over.
std::size_t stutter_window(std::span<const Nanos> frames);
/// The same against the mean of all frames (CapFrameX's overlay), by time and by count.
double stutter_percent_of_mean(std::span<const Nanos> frames, double factor = 2.5);
double stutter_percent_by_count(std::span<const Nanos> frames, double factor = 2.5);

} // namespace telemetry
