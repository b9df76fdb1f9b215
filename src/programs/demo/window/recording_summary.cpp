#include "programs/demo/window/recording_summary.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "base/unsupported_reasons.hpp"
#include "catalogue/description.hpp"
#include "ranking/rank/ranking.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace demo
{

namespace
{

using namespace timestep;

constexpr std::size_t max_shown_hitches = 6;
constexpr std::size_t max_shown_loops = 3;
constexpr std::size_t max_hitch_marks = 200;

std::string printable_file_name(const std::string& path)
{
    return base::printable_excerpt(base::path_to_utf8(base::path_from_utf8(path).filename()));
}

std::string game_smoothness_sentence(const recordings::Stream& stream, const recordings::StreamFacts& facts)
{
    if (has_many_impossible_rows(stream))
        return fmt::format("{} of {} rows have impossible frame times, so hitches are unknown.", stream.invalid_count,
                           stream.invalid_count + stream.frame_times.size());
    double hitch_s = 0.0;
    for (const recordings::Hitch& hitch : facts.hitches) hitch_s += to_seconds(hitch.frame_time);
    const std::string hitches_text =
        facts.hitches.empty() ? "no hitches"
                              : fmt::format("{} {} of {:.2f} s in all, which no loop can repair", facts.hitches.size(),
                                            facts.hitches.size() == 1 ? "hitch" : "hitches", hitch_s);
    return fmt::format("The game ran at {:.1f} fps, 99 of 100 frames took at most {:.1f} ms, and there {} {}.",
                       facts.times.average_fps, facts.times.p99_ms, facts.hitches.size() == 1 ? "is" : "are",
                       hitches_text);
}

// Says which loop to use and why, or why no loop is recommended.
std::string advice_sentence(const ranking::LoopRanking& ranking)
{
    const ranking::Recommendation& recommendation = ranking.recommendation;
    if (!recommendation.candidate_index)
    {
        if (ranking.frame_generation)
            return sentences_of(*ranking.frame_generation) +
                   " A driver generated some of these frames, so no loop is recommended" +
                   (base::unsupported_reasons.options == nullptr ? ": use timestep_lab rank --pairs." : ".");
        if (recommendation.kind == ranking::RecommendationKind::all_vetoed)
            return "No loop can be recommended: every loop has a veto (a reason against it).";
        return "This recording is too short to rank loops: record at least 10 s, with at least 300 frames that are not "
               "hitches.";
    }
    return advice_text(ranking, ranking.candidates[*recommendation.candidate_index]) + ".";
}

RecordingSummary::RankedLoop ranked_loop_of(const ranking::Candidate& candidate, const char* rank_label)
{
    return {.preset_id = candidate.preset,
            .rate = candidate.loop.rate(),
            .title = ranking::title_of(candidate),
            .advantage = catalogue::description_of(candidate.name()).promise,
            .statistics_line =
                fmt::format("animation error {:.2f} ms, {} jumps a minute, latency {:.1f} ms, {:.0f} steps a "
                            "second",
                            candidate.animation_error_mean_ms, ranking::jump_rate_number(candidate.jumps_per_minute),
                            candidate.picture_age_mean_ms, candidate.steps_per_s),
            .rank_label = rank_label};
}

// Empty if no loop is recommended.
std::vector<RecordingSummary::RankedLoop> ranked_loops_of(const ranking::LoopRanking& ranking)
{
    std::vector<RecordingSummary::RankedLoop> loops;
    if (!ranking.recommendation.candidate_index) return loops;
    const auto& alternative = ranking.recommendation.alternative_index;
    loops.push_back(ranked_loop_of(ranking.candidates[*ranking.recommendation.candidate_index], "advised"));
    if (alternative) loops.push_back(ranked_loop_of(ranking.candidates[*alternative], "alternative"));
    for (const ranking::Candidate& candidate : ranking.candidates)
        if (loops.size() < max_shown_loops && !candidate.has_veto() &&
            std::ranges::find(loops, candidate.preset, &RecordingSummary::RankedLoop::preset_id) == loops.end())
            loops.push_back(ranked_loop_of(candidate, candidate.is_tied_with_baseline ? "tied" : ""));
    return loops;
}

} // namespace

RecordingPlot make_recording_plot(std::span<const Nanos> frame_times)
{
    RecordingPlot plot{.median_ms = static_cast<float>(to_millis(recordings::median_of(frame_times)))};
    const Nanos total_time = std::accumulate(frame_times.begin(), frame_times.end(), Nanos{});
    const auto column_count = std::min(RecordingPlot::max_columns, frame_times.size());
    plot.duration_s = to_seconds(total_time);
    const auto extend_columns = [&plot](std::size_t column_end, std::size_t frame_index, float longest_ms)
    {
        plot.first_frame_index_by_column.resize(std::max(plot.first_frame_index_by_column.size(), column_end),
                                                frame_index);
        plot.longest_ms_by_column.resize(plot.first_frame_index_by_column.size(), longest_ms);
    };
    Nanos frame_start{};
    float latest_frame_ms = 0.0F;
    for (std::size_t i = 0; i < frame_times.size(); ++i)
    {
        const double start_fraction = total_time > Nanos::zero() ? to_seconds(frame_start) / plot.duration_s : 0.0;
        const auto column =
            std::min(static_cast<std::size_t>(start_fraction * static_cast<double>(column_count)), column_count - 1);
        extend_columns(column, i, latest_frame_ms);
        latest_frame_ms = static_cast<float>(to_millis(frame_times[i]));
        extend_columns(column + 1, i, latest_frame_ms);
        plot.longest_ms_by_column.back() = std::max(plot.longest_ms_by_column.back(), latest_frame_ms);
        frame_start += frame_times[i];
    }
    extend_columns(column_count, frame_times.size() - 1, latest_frame_ms);
    plot.longest_frame_ms = *std::ranges::max_element(plot.longest_ms_by_column);
    for (const recordings::Hitch& hitch : recordings::hitches_longest_first(frame_times))
        if (plot.hitch_positions.size() < max_hitch_marks)
            plot.hitch_positions.push_back(static_cast<float>(to_seconds(hitch.start) / plot.duration_s));
    return plot;
}

std::optional<Nanos> refresh_period_of_file(const std::string& path)
{
    const auto recording =
        recordings::read_file(base::path_from_utf8(path), {.display_timing_range = recordings::TimeRange{}});
    const auto* const read = std::get_if<recordings::Recording>(&recording);
    if (read == nullptr) return std::nullopt;
    const recordings::DisplayRate display = recordings::display_of(read->streams[read->default_stream_index]);
    if (display.rate_source == recordings::DisplayRate::RateSource::unknown) return std::nullopt;
    return timestep::from_seconds(1.0 / display.hz);
}

RecordingSummary summarise_recording(const recordings::Recording& recording)
{
    const std::size_t stream_index = recording.default_stream_index;
    const recordings::StreamFacts facts = recordings::frame_time_facts_of(recording, stream_index);
    RecordingSummary summary{.name = printable_file_name(recording.name),
                             .origin_line = fmt::format("{}: {} frames in {:.1f} s, {}", recording.tool,
                                                        facts.times.frame_count, to_seconds(facts.duration),
                                                        recordings::meaning_of(recording.frame_boundary)),
                             .histogram = facts.histogram.counts,
                             .bin_width_ms = to_millis(facts.histogram.bin_width),
                             .hitch_count = facts.hitches.size(),
                             .are_hitches_known = !has_many_impossible_rows(recording.streams[stream_index])};
    for (std::size_t i = 0; i < std::min(facts.hitches.size(), max_shown_hitches); ++i)
        summary.longest_hitches.push_back({to_seconds(facts.hitches[i].start), to_millis(facts.hitches[i].frame_time)});
    if (recording.is_first_part) summary.verdict_sentences.push_back(first_part_text(recording) + ".");
    summary.verdict_sentences.push_back(game_smoothness_sentence(recording.streams[stream_index], facts));
    if (facts.replay_error)
    {
        summary.unplayable_reason = facts.replay_error->problem + "; " + facts.replay_error->remedy;
        return summary;
    }
    const recordings::Stream& stream = recording.streams[stream_index];
    const ranking::RankOptions options =
        ranking::rank_options_for(recording, stream_index, {.loops = ranking::all_preset_ids()});
    if (options.display.rate_source != recordings::DisplayRate::RateSource::unknown)
        summary.refresh_period = timestep::from_seconds(1.0 / options.display.hz);
    const ranking::LoopRanking ranking = ranking::rank(stream.frame_times, options);
    // Says first whether short and long frames alternate.
    if (ranking.alternation) summary.verdict_sentences.push_back(sentences_of(*ranking.alternation));
    summary.verdict_sentences.push_back(advice_sentence(ranking));
    summary.best_loops = ranked_loops_of(ranking);
    summary.frame_times = std::make_shared<const std::vector<Nanos>>(stream.frame_times);
    return summary;
}

RecordingSummary summarise_part(const std::string& name, const std::vector<Nanos>& frame_times,
                                std::optional<Nanos> refresh_period, double begin_fraction, double end_fraction)
{
    const double total_s = to_seconds(std::accumulate(frame_times.begin(), frame_times.end(), Nanos{}));
    recordings::Recording part;
    part.name = fmt::format("{}, {:.1f} to {:.1f} s", printable_file_name(name), begin_fraction * total_s,
                            end_fraction * total_s);
    part.tool = "a part of " + printable_file_name(name);
    recordings::Stream& stream = part.streams.emplace_back();
    stream.refresh_period = refresh_period;
    std::vector<Nanos>& part_frame_times = stream.frame_times;
    Nanos frame_start{};
    for (const Nanos frame_time : frame_times)
    {
        if (to_seconds(frame_start) >= begin_fraction * total_s && to_seconds(frame_start) < end_fraction * total_s)
            part_frame_times.push_back(frame_time);
        frame_start += frame_time;
    }
    if (part_frame_times.empty()) part_frame_times.push_back(frame_times.front());
    RecordingSummary summary = summarise_recording(part);
    summary.covers_selected_part = true;
    return summary;
}

PlotOverlay make_aligned_overlay(std::string name, std::span<const Nanos> frame_times, const RecordingPlot& plot)
{
    PlotOverlay overlay{std::move(name), std::vector<float>(plot.longest_ms_by_column.size(), 0.0F)};
    const auto column_count = static_cast<double>(overlay.longest_ms_by_column.size());
    const auto column_at = [&](Nanos frame_start)
    {
        const double column = plot.duration_s > 0.0 ? to_seconds(frame_start) / plot.duration_s * column_count : 0.0;
        return static_cast<std::size_t>(std::min(column, column_count));
    };
    Nanos frame_start{};
    for (const Nanos frame_time : frame_times)
    {
        const std::size_t first_column = column_at(frame_start);
        frame_start += frame_time;
        const std::size_t end_column = std::max(column_at(frame_start), first_column + 1);
        for (std::size_t i = first_column; i < std::min(end_column, overlay.longest_ms_by_column.size()); ++i)
            overlay.longest_ms_by_column[i] =
                std::max(overlay.longest_ms_by_column[i], static_cast<float>(to_millis(frame_time)));
    }
    return overlay;
}

base::Result<RecordingSummary> read_summary(const std::filesystem::path& path)
{
    recordings::RecordingOrError recording_or_error =
        recordings::read_file(path, {.display_timing_range = recordings::TimeRange{}, .keeps_first_part = true});
    if (std::holds_alternative<recordings::RecordingError>(recording_or_error)) // perhaps of the display times alone
        recording_or_error = recordings::read_file(path, {.keeps_first_part = true});
    if (const auto* error = std::get_if<recordings::RecordingError>(&recording_or_error))
        return to_string_with_command(*error);
    const auto& recording = std::get<recordings::Recording>(recording_or_error);
    if (recording.streams[recording.default_stream_index].frame_times.empty())
        return base::message("{}: the file contains no frame; choose another file", path);
    return summarise_recording(recording);
}

} // namespace demo
