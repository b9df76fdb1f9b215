#include "recordings/facts/inspection.hpp"
#include "recordings/facts/statistics.hpp"
#include "recordings/formats/formats.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace recordings
{
namespace
{

Json summary_json(const std::optional<TimeSummary>& summary)
{
    if (!summary) return nullptr;
    return {{"count", summary->count},
            {"mean_ms", summary->mean_ms},
            {"p50_ms", summary->p50_ms},
            {"p99_ms", summary->p99_ms},
            {"max_ms", summary->max_ms}};
}

Json lows_json(const LowFpsByDefinition& lows_fps)
{
    Json json;
    for (const telemetry::LowFpsDefinitionInfo& definition : telemetry::all_low_fps_definitions)
        json[std::string{definition.name}] = number_or_null(lows_fps[static_cast<std::size_t>(definition.id)]);
    return json;
}

Json hitches_json(const StreamFacts& facts)
{
    constexpr std::size_t max_listed_hitches = 10;
    Json worst = Json::array();
    for (const Hitch& hitch : first_elements(facts.hitches, max_listed_hitches))
        worst.push_back({{"frame", hitch.frame_index},
                         {"at_s", timestep::to_seconds(hitch.start)},
                         {"length_ms", timestep::to_millis(hitch.frame_time)}});
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
    constexpr std::array<std::string_view, 3> kinds{"every second", "near zero", "pairs"};
    return {{"kind", kinds[static_cast<std::size_t>(alternation->kind)]},
            {"share", alternation->share},
            {"lag_1_correlation", alternation->lag_1_autocorrelation},
            {"spread", alternation->relative_deviation},
            {"shorter_ms", timestep::to_millis(alternation->medians.shorter)},
            {"longer_ms", timestep::to_millis(alternation->medians.longer)},
            {"text", sentences_of(*alternation)}};
}

// The keys are a fixed interface of the program: they stay as they are when a field gets a better name.
void add_statistics(Json& json, const StreamFacts& facts)
{
    const auto unless_generated = [&](Json statistic) -> Json
    {
        if (!facts.frame_generation) return statistic;
        if (!statistic.is_object()) return nullptr;
        for (Json& member : statistic) member = nullptr;
        return statistic;
    };
    const telemetry::FrameTimeSummary& times = facts.times;
    json["length_s"] = timestep::to_seconds(facts.duration);
    json["mean_ms"] = times.mean_ms;
    json["p50_ms"] = times.p50_ms;
    json["p99_ms"] = times.p99_ms;
    json["max_ms"] = times.max_ms;
    json["max_frame"] = facts.longest_frame_index;
    json["max_at_s"] = timestep::to_seconds(facts.longest_frame_start);
    json["average_fps"] = number_or_null(times.average_fps);
    json["low_1_percent_fps"] = unless_generated(lows_json(facts.low_1_percent_fps));
    json["low_0.1_percent_fps"] = unless_generated(lows_json(facts.low_0_1_percent_fps));
    json["stutter_percent"] = unless_generated(number_or_null(facts.stutter_percent));
    json["stutter_window"] = facts.stutter_window_size;
    json["stutter_percent_of_mean"] = unless_generated(number_or_null(facts.stutter_percent_of_mean));
    json["stutter_percent_by_count"] = unless_generated(number_or_null(facts.stutter_percent_by_count));
    json["change_mean_ms"] = unless_generated(times.change_mean_ms);
    json["change_rms_ms"] = unless_generated(times.change_rms_ms);
    const auto& edges = telemetry::change_bin_edges_ms;
    Json changes;
    changes[fmt::format("below_{}_ms", edges.front())] = times.change_counts.front();
    for (std::size_t i = 1; i < edges.size(); ++i)
        changes[fmt::format("from_{}_to_{}_ms", edges[i - 1], edges[i])] = times.change_counts[i];
    changes[fmt::format("from_{}_ms", edges.back())] = times.change_counts.back();
    json["changes"] = unless_generated(std::move(changes));
    json["histogram"] = {{"width_ms", timestep::to_millis(facts.histogram.bin_width)},
                         {"counts", facts.histogram.counts}};
    json["hitches"] = hitches_json(facts);
    json["frame_cap"] = unless_generated(to_json(facts.frame_cap));
    json["evenness"] = evenness_json(facts.evenness);
    json["frame_generation"] = generation_json(facts.frame_generation);
    json["alternation"] = alternation_json(facts.alternation);
}

Json stream_json(const Stream& stream, const StreamFacts& facts, std::size_t stream_index)
{
    Json json{{"number", stream_index + 1},
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

} // namespace

std::string sentence_of(const GpuCpuBoundShares& bound_shares)
{
    std::string_view limit_text = "Neither GPU nor CPU limits most frames, as with a frame cap";
    if (bound_shares.cpu >= 0.5) limit_text = "The CPU limits the frame rate";
    if (bound_shares.gpu >= 0.5) limit_text = "The GPU limits the frame rate";
    return fmt::format(
        "{}: the GPU was busy for 95 % of the frame in {:.0f} % of the frames, the CPU alone in {:.0f} %.", limit_text,
        100.0 * bound_shares.gpu, 100.0 * bound_shares.cpu);
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
            {"animation_error_definition", animation_error_definition},
            {"animation_error_as_written", summary_json(facts.recorded_animation_error)},
            {"animation_error_column", facts.recorded_animation_error_column},
            {"latencies", std::move(latencies)}};
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json(const Recording& recording, std::span<const StreamFacts> facts)
{
    Json streams = Json::array();
    for (std::size_t i = 0; i < facts.size(); ++i) streams.push_back(stream_json(recording.streams[i], facts[i], i));
    return {{"file", recording.name},
            {"format", recording.format->name},
            {"tool", recording.tool},
            {"frame_time_column", recording.frame_time_column},
            {"side", recording.frame_boundary == FrameBoundary::unknown
                         ? Json(nullptr)
                         : Json(recording.frame_boundary == FrameBoundary::frame_start ? "CPU" : "presents")},
            {"default_stream", recording.default_stream_index + 1},
            {"timing", "presents"}, // replaced by the caller if the frame times are display intervals
            {"remark", recording.remark},
            {"cut_rows", recording.truncated_row_count},
            {"streams", std::move(streams)}};
}

Json frame_time_facts_json(const Recording& recording)
{
    std::vector<StreamFacts> facts;
    for (std::size_t i = 0; i < recording.streams.size(); ++i) facts.push_back(frame_time_facts_of(recording, i));
    return to_json(recording, facts);
}

} // namespace recordings
