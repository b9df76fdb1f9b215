// recordings/facts/inspection.hpp -- the statistics of a recording and its display timing for `timestep_lab inspect`
#pragma once

#include "recordings/facts/evenness.hpp"
#include "recordings/facts/findings.hpp"
#include "recordings/formats/recording.hpp"
#include "telemetry/frame_times.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

using timestep::Nanos;
using Json = nlohmann::ordered_json;

/// Statistics of a list of times in ms. Median and 99th percentile are interpolated as in numpy (QuantileRule::r7).
struct TimeSummary
{
    std::size_t count = 0;
    double mean_ms = 0.0, p50_ms = 0.0, p99_ms = 0.0, max_ms = 0.0;
};

/// Fractions of the frames, 0 to 1, in which the GPU or the CPU was busy for at least 95 % of the frame time.
struct BoundShares
{
    double gpu = 0.0, cpu = 0.0;
};

struct DisplayTimingFacts
{
    std::optional<BoundShares> bound_shares{};      ///< empty if the recording has no busy times
    std::optional<std::size_t> generated_count{};   ///< number of displayed frames that a driver generated or repeated
    std::optional<TimeSummary> display_intervals{}; ///< intervals between displayed frames
    std::string display_interval_column{};          ///< name of the recording's column with the intervals
    /// Absolute animation errors: the change of the shown game time minus the change of the screen time, from one
    /// displayed frame to the next. By PresentMon's definition, excludes frames that show no later game time than the
    /// displayed frame before.
    std::optional<TimeSummary> animation_error{};
    /// Absolute animation errors of all displayed frames except generated ones. A repeated frame counts with an error
    /// of its screen time since the frame before.
    std::optional<TimeSummary> animation_error_of_all{};
    std::optional<TimeSummary> recorded_animation_error{}; ///< errors that the recording tool wrote
    std::string recorded_error_column{};                   ///< name of the recording tool's column with these errors
    struct Latency
    {
        std::string column;
        TimeSummary summary;
    };
    std::vector<Latency> latencies{};
};
DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing);
std::string in_words(const BoundShares& bound); ///< a finding of one sentence
/// True if any member has a value.
bool has_display_timing(const DisplayTimingFacts& facts);

Json to_json(const DisplayTimingFacts& facts);

/// A histogram of frame times with bins of equal width. The last bin also counts all longer frame times.
struct Histogram
{
    Nanos bin_width{1'000'000};
    std::vector<std::int64_t> counts;
};
/// Makes a histogram whose bin width is 1, 2 or 5 times a power of ten, so that at most `max_bins` bins hold 99.5 % of
/// the frames.
Histogram histogram_of(const telemetry::FrameOrder& frames, std::size_t max_bins = 16);

struct StreamFacts
{
    telemetry::FrameTimes times{};
    Nanos length{}; ///< sum of the frame times
    /// 1 % and 0.1 % low frame rates in fps, in the order of telemetry::all_lows.
    std::array<double, telemetry::all_lows.size()> low_1_percent_fps{}, low_0_1_percent_fps{};
    /// Percentage of the time in stuttering frames by CapFrameX's definition: frames longer than 2.5 times the mean of
    /// the last `stutter_window` frame times.
    double stutter_percent = 0.0;
    /// Number of frame times, including the current one, in the moving mean for `stutter_percent`.
    std::size_t stutter_window      = 1;
    double stutter_percent_of_mean  = 0.0;
    double stutter_percent_by_count = 0.0;
    std::size_t longest_frame_index = 0;
    Nanos longest_frame_start{}; ///< start of the longest frame, relative to the start of the recording
    Histogram histogram{};
    Nanos hitch_limit{};          ///< a longer frame time is a hitch
    std::vector<Hitch> hitches{}; ///< longest first
    FrameCap frame_cap{};
    std::optional<Evenness> evenness{}; ///< empty if `generation` is set, or if there are too few frames
    /// Evidence that a driver generated every second frame. If it is set, low frame rates, stutter and changes from
    /// frame to frame would describe the driver's frames, not the game, and are not reported.
    std::optional<FrameGeneration> generation{};
    std::optional<Alternation> alternation{}; ///< empty if `generation` is set
    std::optional<Refusal> replay_refusal{};  ///< why loops cannot run with these frame times; empty if they can
};

StreamFacts facts_of(const Recording& recording, std::size_t stream_index);

/// A recording and the statistics of each of its streams.
struct Inspection
{
    Recording recording;
    std::vector<StreamFacts> facts;
};
Inspection inspection_of(Recording recording);

/// The JSON output of `timestep_lab inspect --json`: statistics of the recording and its streams. Unknown numbers are
/// null.
Json to_json(const Inspection& inspection);
Json to_json(const Recording& recording);

/// `value` as JSON; null if it is infinite or NaN.
Json number_or_null(double value);

} // namespace recordings
