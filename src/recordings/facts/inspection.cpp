#include "recordings/facts/inspection.hpp"

#include "recordings/facts/statistics.hpp"
#include "recordings/formats/formats.hpp"
#include "telemetry/quantile.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

std::optional<TimeSummary> time_summary_of(std::span<const Nanos> times)
{
    if (times.empty()) return std::nullopt;
    std::vector<double> ms(times.size());
    std::ranges::transform(times, ms.begin(), [](Nanos t) { return timestep::to_millis(t); });
    TimeSummary summary{.count = ms.size(), .mean_ms = mean_of(ms), .max_ms = std::ranges::max(ms)};
    summary.p50_ms = telemetry::quantile(ms, 0.50);
    summary.p99_ms = telemetry::quantile(ms, 0.99);
    return summary;
}

// Statistics of |animation error|; std::nullopt if `errors` is empty.
std::optional<TimeSummary> absolute_error_summary_of(std::span<const Nanos> errors)
{
    std::vector<Nanos> absolute(errors.begin(), errors.end());
    for (Nanos& error : absolute) error = std::chrono::abs(error);
    return time_summary_of(absolute);
}

Json summary_json(const std::optional<TimeSummary>& summary)
{
    if (!summary) return nullptr;
    return {{"count", summary->count},
            {"mean_ms", summary->mean_ms},
            {"p50_ms", summary->p50_ms},
            {"p99_ms", summary->p99_ms},
            {"max_ms", summary->max_ms}};
}

constexpr std::size_t max_json_hitches = 10;

// Returns the smallest bin width that is at least `min_width`: 1, 2 or 5 times a power of ten, in ns.
Nanos rounded_up_bin_width(Nanos min_width)
{
    for (std::int64_t decade = 1;; decade *= 10)
        for (const std::int64_t digit : {1, 2, 5})
            if (Nanos{digit * decade} >= min_width) return Nanos{digit * decade};
}

Json lows_json(const std::array<double, telemetry::all_low_fps_definitions.size()>& lows_fps)
{
    Json json;
    for (const telemetry::LowFpsDefinitionInfo& row : telemetry::all_low_fps_definitions)
        json[std::string{row.name}] = number_or_null(lows_fps[static_cast<std::size_t>(row.id)]);
    return json;
}

Json frame_time_change_bins_json(const telemetry::FrameTimeSummary& times)
{
    return {{"below_2_ms", times.change_counts[0]},
            {"from_2_to_4_ms", times.change_counts[1]},
            {"from_4_to_8_ms", times.change_counts[2]},
            {"from_8_to_12_ms", times.change_counts[3]},
            {"from_12_ms", times.change_counts[4]}};
}

Json hitches_json(const StreamFacts& facts)
{
    Json worst = Json::array();
    for (std::size_t i = 0; i < std::min(facts.hitches.size(), max_json_hitches); ++i)
    {
        const Hitch& hitch = facts.hitches[i];
        worst.push_back({{"frame", hitch.frame_index},
                         {"at_s", timestep::to_seconds(hitch.start)},
                         {"length_ms", timestep::to_millis(hitch.frame_time)}});
    }
    return {{"over_ms", timestep::to_millis(facts.hitch_limit)}, {"count", facts.hitches.size()}, {"worst", worst}};
}

Json generation_json(const std::optional<DetectedFrameGeneration>& generation)
{
    if (!generation) return nullptr;
    return {{"lag_1_correlation", generation->lag_1_autocorrelation},
            {"inserted_share", generation->short_frame_share},
            {"never_displayed_share", generation->never_displayed_share},
            {"shorter_ms", timestep::to_millis(generation->medians.shorter)},
            {"longer_ms", timestep::to_millis(generation->medians.longer)},
            {"text", sentences_of(*generation)}};
}

Json alternation_json(const std::optional<Alternation>& alternation)
{
    if (!alternation) return nullptr;
    return {{"lag_1_correlation", alternation->lag_1_autocorrelation},
            {"spread", alternation->relative_deviation},
            {"shorter_ms", timestep::to_millis(alternation->medians.shorter)},
            {"longer_ms", timestep::to_millis(alternation->medians.longer)},
            {"text", sentences_of(*alternation)}};
}

void null_statistics_of_generated_frames(Json& json)
{
    for (const char* const key :
         {"low_1_percent_fps", "low_0.1_percent_fps", "stutter_percent", "stutter_percent_of_mean",
          "stutter_percent_by_count", "change_mean_ms", "change_rms_ms", "changes", "frame_cap"})
        if (json[key].is_object())
            for (Json& member : json[key]) member = nullptr;
        else
            json[key] = nullptr;
}

void add_statistics(Json& json, const StreamFacts& facts)
{
    const telemetry::FrameTimeSummary& times = facts.times;
    json["length_s"]                         = timestep::to_seconds(facts.duration);
    json["mean_ms"]                          = times.mean_ms;
    json["p50_ms"]                           = times.p50_ms;
    json["p99_ms"]                           = times.p99_ms;
    json["max_ms"]                           = times.max_ms;
    json["max_frame"]                        = facts.longest_frame_index;
    json["max_at_s"]                         = timestep::to_seconds(facts.longest_frame_start);
    json["average_fps"]                      = number_or_null(times.average_fps);
    json["low_1_percent_fps"]                = lows_json(facts.low_1_percent_fps);
    json["low_0.1_percent_fps"]              = lows_json(facts.low_0_1_percent_fps);
    json["stutter_percent"]                  = number_or_null(facts.stutter_time_percent_by_moving_mean);
    json["stutter_window"]                   = facts.stutter_window_size;
    json["stutter_percent_of_mean"]          = number_or_null(facts.stutter_time_percent_by_mean);
    json["stutter_percent_by_count"]         = number_or_null(facts.stutter_frame_percent_by_mean);
    json["change_mean_ms"]                   = times.change_mean_ms;
    json["change_rms_ms"]                    = times.change_rms_ms;
    json["changes"]                          = frame_time_change_bins_json(times);
    json["histogram"]                        = {{"width_ms", timestep::to_millis(facts.histogram.bin_width)},
                                                {"counts", facts.histogram.counts}};
    json["hitches"]                          = hitches_json(facts);
    json["frame_cap"]                        = to_json(facts.frame_cap);
    json["evenness"]                         = to_json(facts.evenness);
    json["frame_generation"]                 = generation_json(facts.frame_generation);
    json["alternation"]                      = alternation_json(facts.alternation);
    if (facts.frame_generation) null_statistics_of_generated_frames(json);
}

Json stream_json(const Stream& stream, const StreamFacts& facts, std::size_t index)
{
    Json json{{"number", index + 1},
              {"application", stream.application},
              {"process_id", stream.process_id},
              {"swap_chain", stream.swap_chain},
              {"frames", facts.times.frame_count},
              {"missing", stream.missing_count},
              {"impossible", stream.invalid_count},
              {"dropped", stream.dropped_count ? Json(*stream.dropped_count) : Json(nullptr)},
              {"impossible_animation_errors", stream.impossible_animation_error_count},
              {"span_s", stream.timestamp_span ? Json(timestep::to_seconds(*stream.timestamp_span)) : Json(nullptr)},
              {"coverage", stream.coverage() ? Json(*stream.coverage()) : Json(nullptr)},
              {"replayable", !facts.replay_error.has_value()},
              {"why_not", facts.replay_error ? Json(facts.replay_error->problem) : Json(nullptr)},
              {"remedy", facts.replay_error ? Json(facts.replay_error->remedy) : Json(nullptr)}};
    if (facts.times.frame_count > 0) add_statistics(json, facts);
    if (has_timing_facts(facts.display_timing)) json["display_timing"] = to_json(facts.display_timing);
    if (facts.late_frames) json["late_frames"] = to_json(*facts.late_frames);
    return json;
}

void set_lows(StreamFacts& facts, const telemetry::LongestFrameTimes& longest)
{
    for (const telemetry::LowFpsDefinitionInfo& row : telemetry::all_low_fps_definitions)
    {
        facts.low_1_percent_fps[static_cast<std::size_t>(row.id)] =
            telemetry::low_fps_of_longest(longest, row.id, 0.01);
        facts.low_0_1_percent_fps[static_cast<std::size_t>(row.id)] =
            telemetry::low_fps_of_longest(longest, row.id, 0.001);
    }
}

} // namespace

DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing)
{
    DisplayTimingFacts facts{.generated_count              = timing.generated_count,
                             .display_intervals            = time_summary_of(timing.display_intervals),
                             .display_interval_column      = timing.display_interval_column,
                             .animation_error_with_repeats = absolute_error_summary_of(timing.animation_errors),
                             .recorded_animation_error = absolute_error_summary_of(timing.recorded_animation_errors),
                             .recorded_animation_error_column = timing.recorded_animation_error_column};
    if (timing.known_busy_time_count > 0)
    {
        const auto frame_count     = static_cast<double>(timing.known_busy_time_count);
        facts.gpu_cpu_bound_shares = GpuCpuBoundShares{static_cast<double>(timing.gpu_bound_count) / frame_count,
                                                       static_cast<double>(timing.cpu_bound_count) / frame_count};
    }
    std::vector<Nanos> without_repeats;
    for (std::size_t i = 0; i < timing.animation_errors.size(); ++i)
        if (!timing.repeat_flags[i]) without_repeats.push_back(timing.animation_errors[i]);
    facts.animation_error = absolute_error_summary_of(without_repeats);
    for (const DisplayTiming::LatencyColumn& latency : timing.latencies)
        if (const auto summary = time_summary_of(latency.values)) facts.latencies.push_back({latency.column, *summary});
    return facts;
}

std::string sentence_of(const GpuCpuBoundShares& bound)
{
    const std::string_view limit = bound.gpu >= 0.5   ? "The GPU limits the frame rate"
                                   : bound.cpu >= 0.5 ? "The CPU limits the frame rate"
                                                      : "Neither GPU nor CPU limits most frames, as with a frame cap";
    return fmt::format(
        "{}: the GPU was busy for 95 % of the frame in {:.0f} % of the frames, the CPU alone in {:.0f} %.", limit,
        100.0 * bound.gpu, 100.0 * bound.cpu);
}

bool has_timing_facts(const DisplayTimingFacts& facts)
{
    return facts.gpu_cpu_bound_shares || facts.generated_count || facts.display_intervals ||
           facts.animation_error_with_repeats || facts.recorded_animation_error || !facts.latencies.empty();
}

Json to_json(const DisplayTimingFacts& facts)
{
    Json latencies = Json::object();
    for (const DisplayTimingFacts::Latency& latency : facts.latencies)
        latencies[latency.column] = summary_json(latency.summary);
    return {{"generated", facts.generated_count ? Json(*facts.generated_count) : Json(nullptr)},
            {"gpu_bound_share", facts.gpu_cpu_bound_shares ? Json(facts.gpu_cpu_bound_shares->gpu) : Json(nullptr)},
            {"cpu_bound_share", facts.gpu_cpu_bound_shares ? Json(facts.gpu_cpu_bound_shares->cpu) : Json(nullptr)},
            {"displayed", summary_json(facts.display_intervals)},
            {"displayed_column", facts.display_interval_column},
            {"animation_error", summary_json(facts.animation_error)},
            {"animation_error_of_all_pictures", summary_json(facts.animation_error_with_repeats)},
            {"animation_error_as_written", summary_json(facts.recorded_animation_error)},
            {"animation_error_column", facts.recorded_animation_error_column},
            {"latencies", std::move(latencies)}};
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Histogram histogram_of(const telemetry::IndexedFrameTimesView& frames, std::size_t max_bins)
{
    if (frames.empty()) return {};
    const Nanos p995       = frame_time_quantile(frames, 0.995);
    const Nanos bin_width  = rounded_up_bin_width(p995 / static_cast<std::int64_t>(max_bins - 1) + Nanos{1});
    const auto needed_bins = static_cast<std::size_t>(p995 / bin_width) + 2; // the last bin counts all longer frames
    return {bin_width, telemetry::histogram(frames.frame_times(), bin_width, std::min(max_bins, needed_bins))};
}

StreamFacts compute_stream_facts(const Recording& recording, std::size_t stream_index)
{
    const std::span<const Nanos> frames = recording.streams[stream_index].frame_times;
    const telemetry::IndexedFrameTimesView indexed_frames{frames};
    StreamFacts facts{.times        = telemetry::frame_time_summary(indexed_frames),
                      .duration     = std::accumulate(frames.begin(), frames.end(), Nanos{}),
                      .replay_error = error_if_not_replayable(recording, stream_index)};
    if (frames.empty()) return facts;
    set_lows(facts, telemetry::longest_frame_times(indexed_frames));
    facts.stutter_time_percent_by_moving_mean = telemetry::stutter_time_percent_by_moving_mean(frames);
    facts.stutter_window_size                 = telemetry::stutter_window_size(frames);
    facts.stutter_time_percent_by_mean        = telemetry::stutter_time_percent_by_mean(frames);
    facts.stutter_frame_percent_by_mean       = telemetry::stutter_frame_percent_by_mean(frames);

    const auto longest        = std::ranges::find(frames, indexed_frames.longest());
    facts.longest_frame_index = static_cast<std::size_t>(longest - frames.begin());
    facts.longest_frame_start = std::accumulate(frames.begin(), longest, Nanos{});
    facts.histogram           = histogram_of(indexed_frames);
    facts.hitch_limit         = hitch_limit(indexed_frames);
    facts.hitches             = hitches_longest_first(indexed_frames);
    facts.frame_generation =
        detect_frame_generation(indexed_frames, recording.streams[stream_index].never_displayed_share);
    if (facts.frame_generation) return facts;
    facts.alternation = detect_alternation(indexed_frames);
    facts.evenness    = evenness_of(indexed_frames);
    facts.frame_cap   = frame_cap_analysis_of(indexed_frames, {});
    return facts;
}

Json to_json(const Recording& recording, std::span<const StreamFacts> facts)
{
    Json streams = Json::array();
    for (std::size_t i = 0; i < facts.size(); ++i) streams.push_back(stream_json(recording.streams[i], facts[i], i));
    return {{"file", recording.name},
            {"format", recording.format->name},
            {"tool", recording.tool},
            {"frame_time_column", recording.frame_time_column},
            {"side", name_of(recording.frame_boundary)},
            {"default_stream", recording.default_stream_index + 1},
            {"timing", "presents"},
            {"remark", recording.remark},
            {"cut_rows", recording.truncated_row_count},
            {"streams", std::move(streams)}};
}

Json compute_facts_json(const Recording& recording)
{
    std::vector<StreamFacts> facts;
    for (std::size_t i = 0; i < recording.streams.size(); ++i) facts.push_back(compute_stream_facts(recording, i));
    return to_json(recording, facts);
}

} // namespace recordings
