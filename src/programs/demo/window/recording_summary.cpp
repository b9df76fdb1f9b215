#include "programs/demo/window/recording_summary.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "catalogue/description.hpp"
#include "recordings/rank/ranking.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace demo
{

namespace
{

using namespace timestep;

constexpr std::size_t max_shown_hitches = 6;
constexpr std::size_t max_shown_loops   = 3;
constexpr std::size_t max_hitch_marks   = 200;

std::string two_decimals(double ms) { return fmt::format("{:.2f}", ms); }

std::string printable_file_name(const std::string& path)
{
    return base::printable(base::utf8_of(base::path_of(path).filename()));
}

std::string source_text(const recordings::Recording& recording, const recordings::StreamFacts& facts)
{
    return fmt::format("{}: {} frames in {:.1f} s, {}", recording.tool, facts.times.frames, to_seconds(facts.length),
                       recordings::meaning_of(recording.side));
}

std::string game_speed_sentence(const recordings::StreamFacts& facts)
{
    double hitch_s = 0.0;
    for (const recordings::Hitch& hitch : facts.hitches) hitch_s += to_seconds(hitch.length);
    const std::string hitches =
        facts.hitches.empty() ? "no hitches"
                              : fmt::format("{} {} of {:.2f} s in all, which no loop can repair", facts.hitches.size(),
                                            facts.hitches.size() == 1 ? "hitch" : "hitches", hitch_s);
    return fmt::format("The game ran at {:.1f} fps, 99 of 100 frames took at most {:.1f} ms, and there {} {}.",
                       facts.times.average_fps, facts.times.p99_ms, facts.hitches.size() == 1 ? "is" : "are", hitches);
}

std::string advice_sentence(const recordings::Ranking& ranking)
{
    const recordings::Recommendation& recommendation = ranking.recommendation;
    if (!recommendation.candidate)
    {
        if (ranking.generation)
            return in_words(*ranking.generation) +
                   " A driver generated some of these frames, so no loop is recommended: use timestep_lab rank "
                   "--pairs.";
        if (recommendation.answer == recordings::Answer::none)
            return "No loop can be recommended: every loop has a veto (a reason against it).";
        return "This recording is too short to rank loops: record at least 10 s and 300 frames outside hitches.";
    }
    const recordings::Candidate& candidate = ranking.candidates[*recommendation.candidate];
    if (recommendation.alternative)
    {
        const recordings::Candidate& alternative = ranking.candidates[*recommendation.alternative];
        return fmt::format("Cannot decide between {} and {}: animation errors of {} and {} ms a frame, latencies of {} "
                           "and {} ms.",
                           title_of(candidate), title_of(alternative), two_decimals(candidate.smoothness_ms),
                           two_decimals(alternative.smoothness_ms), two_decimals(candidate.latency_ms),
                           two_decimals(alternative.latency_ms));
    }
    if (recommendation.answer == recordings::Answer::no_blending)
        return fmt::format("Interpolation is not needed here: {} has an animation error of {:.2f} ms a frame and keeps "
                           "no copy of the world.",
                           recordings::title_of(candidate), candidate.smoothness_ms);
    return fmt::format("Use {}: its animation error is {:.2f} ms a frame, so this loop adds no stutter of its own.",
                       recordings::title_of(candidate), candidate.smoothness_ms);
}

RecordingSummary::RankedLoop ranked_loop_of(const recordings::Candidate& candidate)
{
    return {.preset  = candidate.preset,
            .rate    = candidate.loop.rate(),
            .title   = recordings::title_of(candidate),
            .promise = catalogue::description_of(candidate.name()).promise,
            .figures = fmt::format("animation error {:.2f} ms, {} jumps a minute, latency {:.1f} ms, {:.0f} steps a "
                                   "second",
                                   candidate.smoothness_ms, recordings::jumps_text(candidate.jumps_per_minute),
                                   candidate.latency_ms, candidate.steps_per_s)};
}

// The recommended loop and the best other loops that may be recommended: at most three, each at one step rate.
std::vector<RecordingSummary::RankedLoop> best_loops_of(const recordings::Ranking& ranking)
{
    std::vector<RecordingSummary::RankedLoop> loops;
    if (!ranking.recommendation.candidate) return loops;
    const auto& alternative = ranking.recommendation.alternative;
    loops.push_back(ranked_loop_of(ranking.candidates[*ranking.recommendation.candidate]));
    loops.front().mark = alternative ? "one of two" : "advised";
    if (alternative)
    {
        loops.push_back(ranked_loop_of(ranking.candidates[*alternative]));
        loops.back().mark = "one of two";
    }
    for (const recordings::Candidate& candidate : ranking.candidates)
        if (loops.size() < max_shown_loops && !candidate.has_veto() &&
            std::ranges::find(loops, candidate.preset, &RecordingSummary::RankedLoop::preset) == loops.end())
        {
            loops.push_back(ranked_loop_of(candidate));
            loops.back().mark = candidate.is_tied ? "tied" : "";
        }
    return loops;
}

void rank_loops(RecordingSummary& summary, const recordings::Stream& stream)
{
    const recordings::Ranking ranking = recordings::rank(
        stream.frames, {.loops = recordings::all_loops(), .never_displayed_share = stream.never_displayed_share});
    if (ranking.alternation) summary.verdict_sentences.push_back(in_words(*ranking.alternation));
    summary.verdict_sentences.push_back(advice_sentence(ranking));
    summary.best_loops = best_loops_of(ranking);
}

} // namespace

RecordingStrip strip_of(std::span<const Nanos> frames)
{
    RecordingStrip strip{.median_ms = static_cast<float>(to_millis(recordings::median_of(frames)))};
    const Nanos total       = std::accumulate(frames.begin(), frames.end(), Nanos{});
    const auto column_count = std::min(RecordingStrip::max_columns, frames.size());
    strip.seconds           = to_seconds(total);
    // A frame that spans several columns sets all of them, so that a freeze is drawn as a wide bar.
    const auto add_columns = [&strip](std::size_t column_end, std::size_t frame, float ms)
    {
        strip.first_frame.resize(std::max(strip.first_frame.size(), column_end), frame);
        strip.longest_ms.resize(strip.first_frame.size(), ms);
    };
    Nanos start{};
    float previous_ms = 0.0F;
    for (std::size_t i = 0; i < frames.size(); start += frames[i++])
    {
        const double share = total > Nanos::zero() ? to_seconds(start) / strip.seconds : 0.0;
        const auto column =
            std::min(static_cast<std::size_t>(share * static_cast<double>(column_count)), column_count - 1);
        add_columns(column, i, previous_ms);
        previous_ms = static_cast<float>(to_millis(frames[i]));
        add_columns(column + 1, i, previous_ms);
        strip.longest_ms.back() = std::max(strip.longest_ms.back(), previous_ms);
    }
    add_columns(column_count, frames.size() - 1, previous_ms);
    strip.longest_frame_ms = *std::ranges::max_element(strip.longest_ms);
    for (const recordings::Hitch& hitch : recordings::hitches_of(frames))
        if (strip.hitch_shares.size() < max_hitch_marks)
            strip.hitch_shares.push_back(static_cast<float>(to_seconds(hitch.at) / strip.seconds));
    return strip;
}

RecordingSummary summary_of(const recordings::Recording& recording)
{
    const std::size_t stream            = recording.default_stream;
    const recordings::StreamFacts facts = recordings::facts_of(recording, stream);
    const std::vector<Nanos>& frames    = recording.streams[stream].frames;
    RecordingSummary summary{.name        = printable_file_name(recording.name),
                             .source_line = source_text(recording, facts),
                             .bin_ms      = to_millis(facts.histogram.width),
                             .hitch_count = facts.hitches.size()};
    for (std::size_t i = 0; i < facts.histogram.counts.size(); ++i)
        summary.histogram.push_back({summary.bin_ms * static_cast<double>(i), facts.histogram.counts[i]});
    for (std::size_t i = 0; i < std::min(facts.hitches.size(), max_shown_hitches); ++i)
        summary.longest_hitches.push_back({to_seconds(facts.hitches[i].at), to_millis(facts.hitches[i].length)});
    summary.verdict_sentences = {game_speed_sentence(facts)};
    if (facts.refusal)
    {
        summary.unplayable_reason = facts.refusal->what + "; " + facts.refusal->remedy;
        return summary;
    }
    rank_loops(summary, recording.streams[stream]);
    summary.frame_times = std::make_shared<const std::vector<Nanos>>(frames);
    summary.strip       = strip_of(frames);
    return summary;
}

RecordingSummary summary_of_part(const std::string& name, const std::vector<Nanos>& frames, double from, double to)
{
    const double total_s = to_seconds(std::accumulate(frames.begin(), frames.end(), Nanos{}));
    recordings::Recording part;
    part.name = fmt::format("{}, {:.1f} to {:.1f} s", printable_file_name(name), from * total_s, to * total_s);
    part.tool = "a part of " + printable_file_name(name);
    std::vector<Nanos>& part_frames = part.streams.emplace_back().frames;
    Nanos start{};
    for (const Nanos frame : frames)
    {
        if (to_seconds(start) >= from * total_s && to_seconds(start) < to * total_s) part_frames.push_back(frame);
        start += frame;
    }
    if (part_frames.empty()) part_frames.push_back(frames.front());
    RecordingSummary summary = summary_of(part);
    summary.is_part          = true;
    return summary;
}

StripOverlay overlay_of(std::string name, std::span<const Nanos> frames, const RecordingStrip& strip)
{
    StripOverlay overlay{std::move(name), std::vector<float>(strip.longest_ms.size(), 0.0F)};
    const auto column_count = static_cast<double>(overlay.longest_ms.size());
    const auto column_at    = [&](Nanos start)
    {
        const double column = strip.seconds > 0.0 ? to_seconds(start) / strip.seconds * column_count : 0.0;
        return static_cast<std::size_t>(std::min(column, column_count));
    };
    Nanos start{};
    for (const Nanos frame : frames)
    {
        const std::size_t first_column = column_at(start),
                          end_column   = std::max(column_at(start += frame), first_column + 1);
        for (std::size_t i = first_column; i < std::min(end_column, overlay.longest_ms.size()); ++i)
            overlay.longest_ms[i] = std::max(overlay.longest_ms[i], static_cast<float>(to_millis(frame)));
    }
    return overlay;
}

base::Result<RecordingSummary> summary_of(const std::filesystem::path& path)
{
    const recordings::Result result = recordings::read_file(path);
    if (const auto* refusal = std::get_if<recordings::Refusal>(&result)) return to_string(*refusal);
    const auto& recording = std::get<recordings::Recording>(result);
    if (recording.streams[recording.default_stream].frames.empty())
        return base::message("{}: the file contains no frame; choose another file", path);
    return summary_of(recording);
}

} // namespace demo
