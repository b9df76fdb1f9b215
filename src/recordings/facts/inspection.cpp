#include "recordings/facts/inspection.hpp"

#include "recordings/facts/statistics.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <numeric>

namespace recordings
{
namespace
{

std::optional<TimeSummary> time_summary_of(const telemetry::IndexedFrameTimesView& times)
{
    if (times.empty()) return std::nullopt;
    double sum_ms = 0.0;
    for (const Nanos time : times.frame_times()) sum_ms += timestep::to_millis(time);
    return TimeSummary{.count = times.size(),
                       .mean_ms = sum_ms / static_cast<double>(times.size()),
                       .p50_ms = telemetry::quantile_ms(times, 0.50),
                       .p99_ms = telemetry::quantile_ms(times, 0.99),
                       .max_ms = timestep::to_millis(times.longest())};
}

// Statistics of |animation error|; std::nullopt if `errors` is empty.
std::optional<TimeSummary> absolute_error_summary_of(std::vector<Nanos> errors)
{
    for (Nanos& error : errors) error = std::chrono::abs(error);
    return time_summary_of(errors);
}

// Returns the smallest bin width that is at least `min_width`: 1, 2 or 5 times a power of ten, in ns.
Nanos rounded_up_bin_width(Nanos min_width)
{
    for (std::int64_t decade = 1;; decade *= 10)
        for (const std::int64_t digit : {1, 2, 5})
            if (Nanos{digit * decade} >= min_width) return Nanos{digit * decade};
}

// `slowest_share` is 0.01 for the 1 % low.
LowFpsByDefinition low_fps_by_definition(const telemetry::LongestFrameTimes& longest_frames, double slowest_share)
{
    LowFpsByDefinition low_fps{};
    for (const telemetry::LowFpsDefinitionInfo& definition : telemetry::all_low_fps_definitions)
        low_fps[static_cast<std::size_t>(definition.id)] =
            telemetry::low_fps_of_longest(longest_frames, definition.id, slowest_share);
    return low_fps;
}

} // namespace

DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing)
{
    DisplayTimingFacts facts{.generated_count = timing.generated_count,
                             .display_intervals = time_summary_of(timing.display_intervals),
                             .display_interval_column = timing.display_interval_column,
                             .animation_error = absolute_error_summary_of(timing.animation_errors),
                             .recorded_animation_error = absolute_error_summary_of(timing.recorded_animation_errors),
                             .recorded_animation_error_column = timing.recorded_animation_error_column,
                             .has_recorded_errors_of_generated = timing.has_recorded_errors_of_generated};
    if (timing.known_busy_time_count > 0)
    {
        const auto frame_count = static_cast<double>(timing.known_busy_time_count);
        facts.gpu_cpu_bound_shares = GpuCpuBoundShares{static_cast<double>(timing.gpu_bound_count) / frame_count,
                                                       static_cast<double>(timing.cpu_bound_count) / frame_count};
    }
    for (const DisplayTiming::LatencyColumn& latency : timing.latencies)
        if (const auto summary = time_summary_of(latency.values)) facts.latencies.push_back({latency.column, *summary});
    return facts;
}

bool has_timing_facts(const DisplayTimingFacts& facts)
{
    return facts.gpu_cpu_bound_shares || facts.generated_count || facts.display_intervals || facts.animation_error ||
           facts.recorded_animation_error || !facts.latencies.empty();
}

Histogram histogram_with_overflow_bin(const telemetry::IndexedFrameTimesView& frames, std::size_t max_bins)
{
    if (frames.empty()) return {};
    const Nanos p99_5 = frame_time_quantile(frames, 0.995);
    const Nanos bin_width = rounded_up_bin_width(p99_5 / static_cast<std::int64_t>(max_bins - 1) + Nanos{1});
    const auto needed_bins = static_cast<std::size_t>(p99_5 / bin_width) + 2; // the last bin counts all longer frames
    return {bin_width, telemetry::clamped_histogram(frames.frame_times(), bin_width, std::min(max_bins, needed_bins))};
}

StreamFacts frame_time_facts_of(const Recording& recording, std::size_t stream_index, const DisplayRate& display)
{
    const std::span<const Nanos> frames = recording.streams[stream_index].frame_times;
    const telemetry::IndexedFrameTimesView indexed_frames{frames};
    StreamFacts facts{.times = telemetry::frame_time_summary(indexed_frames),
                      .duration = indexed_frames.sum(),
                      .replay_error = replay_rejection(recording, stream_index)};
    if (frames.empty())
    {
        facts.frame_cap.display = display;
        return facts;
    }
    const telemetry::LongestFrameTimes longest_frames = telemetry::longest_frame_times(indexed_frames);
    facts.low_1_percent_fps = low_fps_by_definition(longest_frames, 0.01);
    facts.low_0_1_percent_fps = low_fps_by_definition(longest_frames, 0.001);
    facts.stutter_percent = telemetry::stutter_percent(indexed_frames);
    facts.stutter_window_size = telemetry::stutter_window_size(indexed_frames);
    facts.stutter_percent_of_mean = telemetry::stutter_percent_of_mean(indexed_frames);
    facts.stutter_percent_by_count = telemetry::stutter_percent_by_count(indexed_frames);

    const auto longest_frame = std::ranges::find(frames, indexed_frames.longest());
    facts.longest_frame_index = static_cast<std::size_t>(longest_frame - frames.begin());
    facts.longest_frame_start = std::accumulate(frames.begin(), longest_frame, Nanos{});
    facts.histogram = histogram_with_overflow_bin(indexed_frames);
    facts.hitch_limit = hitch_limit(indexed_frames);
    facts.hitches = hitches_longest_first(indexed_frames);
    if (has_rows_of_presents(recording))
        facts.frame_generation =
            detect_frame_generation(indexed_frames, recording.streams[stream_index].never_displayed_share);
    if (facts.frame_generation) return facts; // the inserted frames hide how even the game's own frames are
    facts.alternation = detect_alternation(indexed_frames);
    if (!has_many_impossible_rows(recording.streams[stream_index]))
        facts.evenness = evenness_of(indexed_frames, facts.hitches.size());
    facts.frame_cap = frame_cap_analysis(indexed_frames, display);
    return facts;
}

} // namespace recordings
