// recordings/facts/inspection.hpp -- the statistics of a recording that `timestep_lab inspect` prints, also as JSON
#pragma once

#include "recordings/facts/evenness.hpp"
#include "recordings/facts/frame_time_patterns.hpp"
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

/// Statistics of times in ms. Median and 99th percentile are interpolated as in numpy (QuantileRule::r7).
struct TimeSummary
{
    std::size_t count = 0;
    double mean_ms = 0.0, p50_ms = 0.0, p99_ms = 0.0, max_ms = 0.0;
};

/// Fractions of the frames, 0 to 1, in which the GPU, or only the CPU, is busy for at least 95 % of the frame time.
struct GpuCpuBoundShares
{
    double gpu = 0.0, cpu = 0.0;
};

struct DisplayTimingFacts
{
    std::optional<GpuCpuBoundShares> gpu_cpu_bound_shares{}; ///< empty if the recording has no busy times
    std::optional<std::size_t> generated_count{}; ///< number of frames that a driver generated or repeated
    std::optional<TimeSummary> display_intervals{};
    std::string display_interval_column{}; ///< name of the column with the intervals
    /// Absolute animation errors by `animation_error_definition`, without frames whose game time did not advance.
    std::optional<TimeSummary> animation_error{};
    std::optional<TimeSummary> recorded_animation_error{}; ///< absolute errors that the recording tool computed
    std::string recorded_animation_error_column{}; ///< name of the column with the tool's own errors
    bool has_recorded_errors_of_generated = false; ///< DisplayTiming::has_recorded_errors_of_generated
    struct Latency
    {
        std::string column;
        TimeSummary summary;
    };
    std::vector<Latency> latencies{};
};
DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing);
std::string sentence_of(const GpuCpuBoundShares& bound_shares);
bool has_timing_facts(const DisplayTimingFacts& facts);

Json to_json(const DisplayTimingFacts& facts);

/// Bins of equal width. The last bin also counts all longer frame times.
struct Histogram
{
    Nanos bin_width{1'000'000};
    std::vector<std::int64_t> counts;
};
/// Chooses 1, 2 or 5 times a power of ten as the bin width, so that at most `max_bins` bins hold 99.5 % of the frames.
Histogram histogram_with_overflow_bin(const telemetry::IndexedFrameTimesView& frames, std::size_t max_bins = 16);

/// In fps, in the order of telemetry::all_low_fps_definitions.
using LowFpsByDefinition = std::array<double, telemetry::all_low_fps_definitions.size()>;

/// Statistics of the frames of one stream: one swap chain of one program.
struct StreamFacts
{
    telemetry::FrameTimeSummary times{}; ///< mean, quantiles and changes of the frame times
    Nanos duration{}; ///< sum of the frame times
    LowFpsByDefinition low_1_percent_fps{}, low_0_1_percent_fps{}; ///< the 1 % low and the 0.1 % low
    /// Percentage of the time spent in frames longer than 2.5 times the moving mean frame time, as in CapFrameX.
    double stutter_percent = 0.0;
    std::size_t stutter_window_size = 1; ///< number of frame times in the moving mean
    double stutter_percent_of_mean = 0.0;
    double stutter_percent_by_count = 0.0;
    std::size_t longest_frame_index = 0;
    Nanos longest_frame_start{}; ///< relative to the start of the recording
    Histogram histogram{};
    Nanos hitch_limit{}; ///< longest frame time that is not a hitch
    std::vector<Hitch> hitches{}; ///< longest first
    FrameCapAnalysis frame_cap{};
    /// Empty if `frame_generation` is set, for fewer than 100 frames, and with has_many_impossible_rows().
    std::optional<Evenness> evenness{};
    /// Set if a driver generated every second frame. Then 1 % lows, stutter and frame time changes are not reported.
    std::optional<DetectedFrameGeneration> frame_generation{};
    std::optional<Alternation> alternation{}; ///< empty if `frame_generation` is set
    std::optional<RecordingError> replay_error{}; ///< why loops cannot run with these frame times
    DisplayTimingFacts display_timing{}; ///< not set by frame_time_facts_of()
    std::optional<LateFrameStatistics> late_frames{}; ///< not set by frame_time_facts_of()
};

/// `display` is for StreamFacts::frame_cap.
StreamFacts frame_time_facts_of(const Recording& recording, std::size_t stream_index, const DisplayRate& display = {});

/// The JSON output of `timestep_lab inspect --json`. Unknown numbers are null. `facts[i]` is for recording.streams[i].
Json to_json(const Recording& recording, std::span<const StreamFacts> facts);
/// The statistics of `recording` as JSON. The members `display_timing` and `late_frames` are left out.
Json frame_time_facts_json(const Recording& recording);

/// Returns null for infinity and NaN.
Json number_or_null(double value);

} // namespace recordings
