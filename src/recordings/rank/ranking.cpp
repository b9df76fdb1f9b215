#include "recordings/rank/ranking.hpp"

#include "base/threads.hpp"
#include "recordings/rank/ranked_recording.hpp"
#include "recordings/rank/rule.hpp"
#include "sim/machine/random.hpp"
#include "telemetry/metrics.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace recordings
{

namespace
{

using namespace timestep;

// Returns every chosen loop at every rate. Always includes `interpolated`, because all others are compared to it.
std::vector<Candidate> candidates_of(const RankOptions& options)
{
    std::vector<Candidate> candidates;
    const auto add = [&](LoopId id)
    {
        const Preset& preset = preset_of(id);
        for (const Rate rate : options.rates)
        {
            candidates.push_back({.preset = id, .loop = preset.make(rate)});
            if (!preset.has_rate) break;
        }
    };
    for (const LoopId id : options.loops) add(id);
    const LoopId baseline = id_of(*find_preset(presets::interpolated.name));
    if (std::ranges::find(options.loops, baseline) == options.loops.end()) add(baseline);
    return candidates;
}

// Sets the statistics of the frame times. They exclude hitches and the frames next to them.
void set_frame_statistics(Ranking& r, std::span<const Nanos> frames, std::span<const std::uint8_t> near_hitch_flags)
{
    std::vector<Nanos> normal_frame_times;
    telemetry::RunningStatistics series_ms;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if (near_hitch_flags[i] != 0) continue;
        normal_frame_times.push_back(frames[i]);
        series_ms.add(to_millis(frames[i]));
    }
    if (normal_frame_times.empty()) return;
    r.median_frame_time  = median_of(normal_frame_times);
    r.frame_deviation_ms = series_ms.standard_deviation();
}

// Returns a ranking with the statistics of the recorded frames, but without results of the candidates.
Ranking ranking_before_runs(std::span<const Nanos> frames, const RankOptions& options,
                            std::vector<Candidate> candidates)
{
    Ranking r{.options     = options,
              .frame_count = frames.size(),
              .length      = std::accumulate(frames.begin(), frames.end(), Nanos{}),
              .candidates  = std::move(candidates)};
    for (const Hitch& hitch : hitches_longest_first(frames))
    {
        ++r.hitch_count;
        r.hitch_time += hitch.frame_time;
    }
    const auto hitch_flags        = near_hitch_flags(frames);
    r.frame_count_outside_hitches = static_cast<std::size_t>(std::ranges::count(hitch_flags, 0));
    set_frame_statistics(r, frames, hitch_flags);
    return r;
}

Ranking prepared_ranking(std::vector<Nanos>& frames, const RankOptions& options)
{
    const std::size_t first_frame = keep_frames_around_longest(frames);
    Ranking r                     = ranking_before_runs(frames, options, candidates_of(options));
    r.first_frame                 = first_frame;
    r.frame_cap                   = existing_and_highest_cap_of(frames, options.display);
    if (options.uses_display_times) return r;
    r.generation = frame_generation_of(frames, options.never_displayed_share);
    if (!r.generation) r.alternation = alternation_of(frames);
    return r;
}

std::vector<float> set_all_results_and_return_errors_ms(Candidate& c, const RankOptions& options,
                                                        const RankedRecording& recording)
{
    std::vector<float> errors_ms = run_candidate_and_set_results(c, recording).errors_ms;
    c.load =
        options.step_cost ? c.steps_per_s * to_seconds(*options.step_cost) : std::numeric_limits<double>::quiet_NaN();
    c.is_too_old = options.max_age && std::max(c.latency_ms, c.input_age_ms) > to_millis(*options.max_age);
    return errors_ms;
}

// Sets `overload_ms` and `is_reproducible`. Each can lead to a veto, a reason never to recommend the loop.
void set_overload_and_reproducibility(Candidate& c, const RankedRecording& recording)
{
    constexpr std::size_t compared_ticks = 120;
    set_frame_time_under_overload(c, recording.median_frame_time);
    c.is_reproducible = lab::test_reproducibility(recording.lane_setup_of(c), compared_ticks);
}

// Minimum length of a part of a recording, such as a half, for which a loop is chosen separately.
constexpr Nanos min_part_length       = rule::min_length / 2;
constexpr std::size_t min_part_frames = rule::min_frames / 2;

// True if the candidate may be recommended: always for `interpolated`. Other loops must have no veto (a reason never to
// recommend them). Unless RankOptions::max_age is set, they must also draw the newest state at an allowed rate.
bool is_eligible(const Ranking& r, const Candidate& c)
{
    const Candidate& baseline = r.candidates[r.baseline_index];
    if (c.preset == baseline.preset) return true;
    if (c.has_veto()) return false;
    return r.options.max_age || (c.loop.presentation == Presentation::latest &&
                                 (rule::have_same_rate_or_one_has_none(c, baseline) || c.hz() == rule::preferred_hz));
}

// Chooses a loop for other frames of the same game, such as half of the recording. Returns its index in `whole`.
// Returns std::nullopt if there are too few frames, if no loop is chosen, or if the chosen loop has a veto (a reason
// never to recommend it) in the whole recording.
std::optional<std::size_t> candidate_chosen_for(const Ranking& whole, std::vector<Nanos> frames)
{
    std::vector<Candidate> candidates;
    std::ranges::copy_if(whole.candidates, std::back_inserter(candidates),
                         [&](const Candidate& c) { return is_eligible(whole, c); });
    Ranking part = ranking_before_runs(frames, whole.options, std::move(candidates));
    if (part.length < min_part_length || part.frame_count_outside_hitches < min_part_frames) return std::nullopt;
    const RankedRecording recording{std::move(frames), part.options};
    rule::AnimationErrors errors_ms(part.candidates.size());
    base::parallel_for(
        part.candidates.size(), [&](std::size_t i)
        { errors_ms[i] = set_all_results_and_return_errors_ms(part.candidates[i], part.options, recording); });
    part.baseline_index = rule::choose_baseline_index(part);
    rule::mark_vetoes_and_ties(part, errors_ms, recording.near_hitch_flags);
    const auto chosen = rule::recommendation_without_texts(part).candidate_index;
    if (!chosen) return std::nullopt;
    const auto found = std::ranges::find_if(whole.candidates, [&](const Candidate& c)
                                            { return rule::is_same_loop(c, part.candidates[*chosen]); });
    if (found->has_veto()) return std::nullopt;
    return static_cast<std::size_t>(found - whole.candidates.begin());
}

// Makes a random tenth of the frames longer or shorter by up to 1.7 %, with a standard deviation of 1 %.
std::vector<Nanos> with_noise(std::vector<Nanos> frames)
{
    constexpr double noisy_share = 0.1, max_relative_change = 0.017'32;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (sim::uniform(1, 2 * i) < noisy_share)
            frames[i] += Nanos{std::llround(max_relative_change * (2.0 * sim::uniform(1, 2 * i + 1) - 1.0) *
                                            static_cast<double>(frames[i].count()))};
    return frames;
}

// Chooses a loop for the whole recording, for each half of it, and for a copy with noise. If a half or the copy leads
// to another loop than the whole recording, the recommendation is `undecided` between these two loops.
void set_recommendation(Ranking& r, const std::vector<Nanos>& frames)
{
    Recommendation& recommendation = r.recommendation;
    if (r.generation) recommendation.kind = RecommendationKind::generated;
    if (!rule::is_long_enough_and_not_generated(r)) return;
    recommendation = rule::recommendation_without_texts(r);
    if (!recommendation.candidate_index) return;
    const auto middle = frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2);
    for (const auto& other_candidate :
         {candidate_chosen_for(r, {frames.begin(), middle}), candidate_chosen_for(r, {middle, frames.end()}),
          candidate_chosen_for(r, with_noise(frames))})
        if (other_candidate && other_candidate != recommendation.candidate_index && !recommendation.alternative_index)
            recommendation.alternative_index = other_candidate;
    if (recommendation.alternative_index) recommendation.kind = RecommendationKind::undecided;
}

// Sorts the candidates: first the recommended ones, then those as smooth as the baseline (step rates near the
// recommended one first), then others (smoothest first), then those with a veto (a reason never to recommend them).
// Within each of these groups, candidates on the Pareto front come first.
void sort_candidates(Ranking& r)
{
    const double chosen_hz = r.candidates[r.recommendation.candidate_index.value_or(r.baseline_index)].hz();
    const auto sort_key    = [&](std::size_t i)
    {
        const Candidate& c = r.candidates[i];
        const int group    = r.recommendation.candidate_index == i     ? 0
                             : r.recommendation.alternative_index == i ? 1
                             : c.has_veto()                            ? 4
                             : c.is_tied                               ? 2
                                                                       : 3;
        return std::tuple{group, !c.is_pareto_optimal, group == 2 ? std::abs(c.hz() - chosen_hz) : c.roughness_ms,
                          rule::tie_sort_key(c)};
    };
    std::vector<std::size_t> order(r.candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, sort_key);

    const auto new_index_of = [&](std::size_t i)
    { return static_cast<std::size_t>(std::ranges::find(order, i) - order.begin()); };
    r.baseline_index = new_index_of(r.baseline_index);
    for (auto* const index : {&r.recommendation.candidate_index, &r.recommendation.alternative_index})
        if (*index) *index = new_index_of(**index);
    std::vector<Candidate> sorted;
    sorted.reserve(order.size());
    for (const std::size_t i : order) sorted.push_back(std::move(r.candidates[i]));
    r.candidates = std::move(sorted);
}

Json candidate_json(const Candidate& c)
{
    return {{"loop", c.name()},
            {"hz", c.has_rate() ? Json(c.hz()) : Json(nullptr)},
            {"presentation", name_of(c.loop.presentation)},
            {"roughness_ms", c.roughness_ms},
            {"jumps_per_minute", c.jumps_per_minute},
            {"rougher_ms", {{"low", c.roughness_difference_ms.low}, {"high", c.roughness_difference_ms.high}}},
            {"tied", c.is_tied},
            {"front", c.is_pareto_optimal},
            {"latency_ms", c.latency_ms},
            {"input_age_ms", c.input_age_ms},
            {"too_old", c.is_too_old},
            {"steps_per_s", c.steps_per_s},
            {"load_percent", number_or_null(100.0 * c.load)},
            {"lost_percent", c.lost_percent},
            {"lost_in_hitches_ms", to_millis(c.lost_in_hitches)},
            {"reproducible", c.is_reproducible},
            {"overload_ms", number_or_null(c.overload_ms)},
            {"frame_mean_ms", c.frame_mean_ms},
            {"frame_max_ms", c.frame_max_ms},
            {"vetoes", c.vetoes}};
}

// Returns the two candidates of an `undecided` recommendation; null for other recommendations.
Json undecided_json(const Ranking& r)
{
    const Recommendation& recommendation = r.recommendation;
    if (!recommendation.alternative_index) return nullptr;
    Json two_candidates = Json::array();
    for (const std::size_t i : {*recommendation.candidate_index, *recommendation.alternative_index})
    {
        const Json all_results = candidate_json(r.candidates[i]);
        Json& results          = two_candidates.emplace_back();
        for (const char* const key : {"loop", "hz", "roughness_ms", "jumps_per_minute", "latency_ms", "steps_per_s"})
            results[key] = all_results.at(key);
        results["command"] = export_command(r.candidates[i]);
    }
    return two_candidates;
}

Json recommendation_json(const Ranking& r)
{
    const Recommendation& recommendation = r.recommendation;
    const Candidate* chosen = recommendation.candidate_index ? &r.candidates[*recommendation.candidate_index] : nullptr;
    return {{"answer", name_of(recommendation.kind)},
            {"loop", chosen != nullptr ? Json(chosen->name()) : Json(nullptr)},
            {"hz", chosen != nullptr && chosen->has_rate() ? Json(chosen->hz()) : Json(nullptr)},
            {"undecided", undecided_json(r)},
            {"text", recommendation.text},
            {"notes", recommendation.notes},
            {"command", recommendation.command},
            {"frame_cap", to_json(r.frame_cap)}};
}

Json millis_or_null(const std::optional<Nanos>& time) { return time ? Json(to_millis(*time)) : Json(nullptr); }

} // namespace

const timestep::Preset& Candidate::loop_preset() const { return timestep::preset_of(preset); }

std::vector<LoopId> all_loop_ids()
{
    std::vector<LoopId> ids;
    for (const Preset& preset : all_presets) ids.push_back(id_of(preset));
    return ids;
}

std::size_t keep_frames_around_longest(std::vector<Nanos>& frames)
{
    if (frames.size() <= max_ranked_frames) return 0;
    const auto longest = static_cast<std::size_t>(std::max_element(frames.begin(), frames.end()) - frames.begin());
    const std::size_t first_kept =
        std::clamp(longest, max_ranked_frames / 2, frames.size() - max_ranked_frames / 2) - max_ranked_frames / 2;
    frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(first_kept));
    frames.resize(max_ranked_frames);
    return first_kept;
}

std::string_view name_of(RecommendationKind kind)
{
    constexpr std::array<std::string_view, 7> names{"too-short", "interpolated", "no-blending", "latency",
                                                    "generated", "none",         "undecided"};
    return names[static_cast<std::size_t>(kind)];
}

std::string signed_ms_interval_text_without_unit(const Interval& interval)
{
    const auto rounded = [](double value) { return std::abs(value) < 0.005 ? "0" : fmt::format("{:+.2f}", value); };
    return rounded(interval.low) + " to " + rounded(interval.high);
}

std::string jumps_per_minute_digits(double per_minute)
{
    return per_minute < 1000.0 ? fmt::format("{:.3g}", per_minute)
                               : fmt::format("{:.0f}", 10.0 * std::round(per_minute / 10.0));
}

std::string title_of(const Candidate& c)
{
    return c.has_rate() ? fmt::format("{} at {:.4g} Hz", c.name(), c.hz()) : std::string{c.name()};
}

std::string recommended_title(const Ranking& r)
{
    const std::string first = title_of(r.candidates[*r.recommendation.candidate_index]);
    const auto& second      = r.recommendation.alternative_index;
    return second ? first + " or " + title_of(r.candidates[*second]) : first;
}

Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t finished, std::size_t total)>& progress)
{
    Ranking r = prepared_ranking(frames, options);
    const RankedRecording recording{std::move(frames), options};
    rule::AnimationErrors errors_ms(r.candidates.size());
    std::atomic<std::size_t> finished{0};
    base::parallel_for(r.candidates.size(),
                       [&](std::size_t i)
                       {
                           errors_ms[i] = set_all_results_and_return_errors_ms(r.candidates[i], options, recording);
                           set_overload_and_reproducibility(r.candidates[i], recording);
                           if (progress) progress(++finished, r.candidates.size());
                       });
    r.baseline_index = rule::choose_baseline_index(r);
    rule::mark_vetoes_and_ties(r, errors_ms, recording.near_hitch_flags);
    rule::mark_pareto_front(r);
    set_recommendation(r, recording.frame_times);
    sort_candidates(r);
    rule::set_recommendation_texts(r);
    return r;
}

using timestep::to_millis;
using timestep::to_seconds;

Json to_json(const Ranking& r)
{
    Json candidates = Json::array();
    for (const Candidate& c : r.candidates) candidates.push_back(candidate_json(c));
    return {{"first_frame", r.first_frame},
            {"frames", r.frame_count},
            {"length_s", to_seconds(r.length)},
            {"frames_outside_hitches", r.frame_count_outside_hitches},
            {"hitches", r.hitch_count},
            {"hitch_time_s", to_seconds(r.hitch_time)},
            {"unseen_percent",
             r.options.never_displayed_share ? Json(100.0 * *r.options.never_displayed_share) : Json(nullptr)},
            {"step_cost_ms", millis_or_null(r.options.step_cost)},
            {"max_age_ms", millis_or_null(r.options.max_age)},
            {"measure", r.baseline_index},
            {"recommendation", recommendation_json(r)},
            {"candidates", candidates}};
}

Json to_json(const Recording& recording, std::size_t stream_index, const Ranking& ranking)
{
    Json json{{"file", recording.name}, {"stream", stream_index + 1}};
    json.update(to_json(ranking));
    return json;
}

} // namespace recordings
