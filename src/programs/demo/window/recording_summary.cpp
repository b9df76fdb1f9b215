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

constexpr std::size_t told_moments = 6;
constexpr std::size_t told_choices = 3;
constexpr std::size_t most_marks   = 200;

std::string millis_text(double ms) { return fmt::format("{:.2f}", ms); }

std::string file_name(const std::string& path)
{
    return base::printable(base::utf8_of(base::path_of(path).filename()));
}

std::string source_text(const recordings::Recording& c, const recordings::StreamFacts& f)
{
    return fmt::format("{}: {} frames in {:.1f} s, {}", c.tool, f.times.frames, to_seconds(f.length),
                       recordings::meaning_of(c.side));
}

std::string ran(const recordings::StreamFacts& f)
{
    double hitch_s = 0.0;
    for (const recordings::Hitch& hitch : f.hitches) hitch_s += to_seconds(hitch.length);
    const std::string hitches = f.hitches.empty()
                                    ? "no hitches"
                                    : fmt::format("{} {} of {:.2f} s in all, which no loop repairs", f.hitches.size(),
                                                  f.hitches.size() == 1 ? "hitch" : "hitches", hitch_s);
    return fmt::format("The game ran at {:.1f} fps, 99 of 100 frames took at most {:.1f} ms, and there {} {}.",
                       f.times.average_fps, f.times.p99_ms, f.hitches.size() == 1 ? "is" : "are", hitches);
}

std::string advised(const recordings::Ranking& r)
{
    const recordings::Recommendation& to = r.recommendation;
    if (!to.candidate)
    {
        if (r.generation)
            return in_words(*r.generation) +
                   " These are not the game's frames, so no loop is recommended: timestep_lab rank "
                   "--pairs joins them.";
        if (to.answer == recordings::Answer::none)
            return "No loop can be recommended: every loop has a veto (a reason against it).";
        return "This recording is too short to rank loops: record at least 10 s and 300 frames outside hitches.";
    }
    const recordings::Candidate& c = r.candidates[*to.candidate];
    if (to.alternative)
    {
        const recordings::Candidate& other = r.candidates[*to.alternative];
        return fmt::format("Cannot decide between {} and {}: {} and {} ms off a frame, {} and {} ms old.", title_of(c),
                           title_of(other), millis_text(c.smoothness_ms), millis_text(other.smoothness_ms),
                           millis_text(c.latency_ms), millis_text(other.latency_ms));
    }
    if (to.answer == recordings::Answer::no_blending)
        return fmt::format("Interpolation is not needed here: {} has an animation error of {:.2f} ms a frame and keeps "
                           "no copy of the world.",
                           recordings::title_of(c), c.smoothness_ms);
    return fmt::format("Use {}: its animation error is {:.2f} ms a frame, so this loop adds no stutter of its own.",
                       recordings::title_of(c), c.smoothness_ms);
}

RecordingSummary::RankedLoop choice_of(const recordings::Candidate& c)
{
    return {.preset  = c.preset,
            .rate    = c.loop.rate(),
            .title   = recordings::title_of(c),
            .promise = catalogue::description_of(c.name()).promise,
            .figures =
                fmt::format("off by {:.2f} ms a frame, {} jumps a minute, {:.1f} ms old, {:.0f} steps a second",
                            c.smoothness_ms, recordings::jumps_text(c.jumps_per_minute), c.latency_ms, c.steps_per_s)};
}

// At most three loops, each with one step rate: the recommended loop and the next best, without vetoed ones.
std::vector<RecordingSummary::RankedLoop> choices_of(const recordings::Ranking& r)
{
    std::vector<RecordingSummary::RankedLoop> all;
    if (!r.recommendation.candidate) return all;
    const auto& second = r.recommendation.alternative;
    all.push_back(choice_of(r.candidates[*r.recommendation.candidate]));
    all.front().mark = second ? "one of two" : "advised";
    if (second)
    {
        all.push_back(choice_of(r.candidates[*second]));
        all.back().mark = "one of two";
    }
    for (const recordings::Candidate& c : r.candidates)
        if (all.size() < told_choices && !c.vetoed() &&
            std::ranges::find(all, c.preset, &RecordingSummary::RankedLoop::preset) == all.end())
        {
            all.push_back(choice_of(c));
            all.back().mark = c.is_tied ? "tied" : "";
        }
    return all;
}

void judge(RecordingSummary& summary, const recordings::Stream& stream)
{
    const recordings::Ranking r =
        recordings::rank(stream.frames, {.loops = recordings::all_loops(), .unseen_share = stream.unseen_share});
    if (r.alternation) summary.verdict_sentences.push_back(in_words(*r.alternation));
    summary.verdict_sentences.push_back(advised(r));
    summary.best_loops = choices_of(r);
}

} // namespace

RecordingStrip strip_of(std::span<const Nanos> frames)
{
    RecordingStrip strip{.median_ms = static_cast<float>(to_millis(recordings::median_of(frames)))};
    const Nanos all  = std::accumulate(frames.begin(), frames.end(), Nanos{});
    const auto count = std::min(RecordingStrip::max_columns, frames.size());
    strip.seconds    = to_seconds(all);
    // A frame that is longer than a column is in all columns that it covers, so that a freeze is drawn as a bar.
    const auto add_columns = [&strip](std::size_t until, std::size_t frame, float ms)
    {
        strip.first_frame.resize(std::max(strip.first_frame.size(), until), frame);
        strip.longest_ms.resize(strip.first_frame.size(), ms);
    };
    Nanos at{};
    float before_ms = 0.0F;
    for (std::size_t i = 0; i < frames.size(); at += frames[i++])
    {
        const double share = all > Nanos::zero() ? to_seconds(at) / strip.seconds : 0.0;
        const auto column  = std::min(static_cast<std::size_t>(share * static_cast<double>(count)), count - 1);
        add_columns(column, i, before_ms);
        before_ms = static_cast<float>(to_millis(frames[i]));
        add_columns(column + 1, i, before_ms);
        strip.longest_ms.back() = std::max(strip.longest_ms.back(), before_ms);
    }
    add_columns(count, frames.size() - 1, before_ms);
    strip.longest_frame_ms = *std::ranges::max_element(strip.longest_ms);
    for (const recordings::Hitch& hitch : recordings::hitches_of(frames))
        if (strip.hitch_shares.size() < most_marks)
            strip.hitch_shares.push_back(static_cast<float>(to_seconds(hitch.at) / strip.seconds));
    return strip;
}

RecordingSummary summary_of(const recordings::Recording& recording)
{
    const std::size_t stream         = recording.default_stream;
    const recordings::StreamFacts f  = recordings::facts_of(recording, stream);
    const std::vector<Nanos>& frames = recording.streams[stream].frames;
    RecordingSummary summary{.name        = file_name(recording.name),
                             .source_line = source_text(recording, f),
                             .bin_ms      = to_millis(f.histogram.width),
                             .hitch_count = f.hitches.size()};
    for (std::size_t i = 0; i < f.histogram.counts.size(); ++i)
        summary.histogram.push_back({summary.bin_ms * static_cast<double>(i), f.histogram.counts[i]});
    for (std::size_t i = 0; i < std::min(f.hitches.size(), told_moments); ++i)
        summary.longest_hitches.push_back({to_seconds(f.hitches[i].at), to_millis(f.hitches[i].length)});
    summary.verdict_sentences = {ran(f)};
    if (f.refusal)
    {
        summary.unplayable_reason = f.refusal->what + "; " + f.refusal->remedy;
        return summary;
    }
    judge(summary, recording.streams[stream]);
    summary.frame_times = std::make_shared<const std::vector<Nanos>>(frames);
    summary.strip       = strip_of(frames);
    return summary;
}

RecordingSummary summary_of_part(const std::string& name, const std::vector<Nanos>& frames, double from, double to)
{
    const double all = to_seconds(std::accumulate(frames.begin(), frames.end(), Nanos{}));
    recordings::Recording part;
    part.name                = fmt::format("{}, {:.1f} to {:.1f} s", file_name(name), from * all, to * all);
    part.tool                = "a part of " + file_name(name);
    std::vector<Nanos>& kept = part.streams.emplace_back().frames;
    Nanos at{};
    for (const Nanos frame : frames)
    {
        if (to_seconds(at) >= from * all && to_seconds(at) < to * all) kept.push_back(frame);
        at += frame;
    }
    if (kept.empty()) kept.push_back(frames.front());
    RecordingSummary summary = summary_of(part);
    summary.is_part          = true;
    return summary;
}

StripOverlay overlay_of(std::string name, std::span<const Nanos> frames, const RecordingStrip& below)
{
    StripOverlay overlay{std::move(name), std::vector<float>(below.longest_ms.size(), 0.0F)};
    const auto columns   = static_cast<double>(overlay.longest_ms.size());
    const auto column_at = [&](Nanos at)
    {
        const double column = below.seconds > 0.0 ? to_seconds(at) / below.seconds * columns : 0.0;
        return static_cast<std::size_t>(std::min(column, columns));
    };
    Nanos at{};
    for (const Nanos frame : frames)
    {
        const std::size_t first = column_at(at), end = std::max(column_at(at += frame), first + 1);
        for (std::size_t i = first; i < std::min(end, overlay.longest_ms.size()); ++i)
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
        return base::message("{}: there is no frame in it; choose another file", path);
    return summary_of(recording);
}

} // namespace demo
