#include "ranking/rank/ranking.hpp"

#include "base/number.hpp"
#include "base/threads.hpp"
#include "ranking/rank/candidate_runs.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "sim/machine/random.hpp"
#include "telemetry/metric_definitions.hpp"
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

namespace ranking
{

namespace
{

using telemetry::metric_definition;

using namespace timestep;

// Returns every chosen loop at every rate. Always includes `interpolated`, because all others are compared to it.
std::vector<Candidate> candidates_of(const RankOptions& options)
{
    std::vector<Candidate> candidates;
    const auto add = [&](PresetId id)
    {
        const Preset& preset = preset_of(id);
        for (const Rate rate : options.rates)
        {
            candidates.push_back({.preset = id, .loop = preset.make(rate)});
            if (!preset.has_rate) break;
        }
    };
    for (const PresetId id : options.loops) add(id);
    const PresetId baseline_preset = id_of(*find_preset(presets::interpolated.name));
    if (std::ranges::find(options.loops, baseline_preset) == options.loops.end()) add(baseline_preset);
    if (!options.command.empty())
        candidates.push_back({.preset = baseline_preset,
                              .loop = preset_of(baseline_preset).make(options.rates.front()),
                              .command = options.command});
    return candidates;
}

// Sets the statistics of the frame times, without hitches and the frames next to a hitch.
void set_frame_statistics(LoopRanking& ranking, std::span<const Nanos> frame_times,
                          std::span<const std::uint8_t> near_hitch_flags)
{
    const std::vector<std::size_t>& after_gaps = ranking.options.frames_after_gaps;
    std::vector<Nanos> normal_frame_times;
    telemetry::RunningStatistics normal_frame_times_ms, changes_ms;
    for (std::size_t i = 0; i < frame_times.size(); ++i)
    {
        if (near_hitch_flags[i] != 0) continue;
        normal_frame_times.push_back(frame_times[i]);
        normal_frame_times_ms.add(to_millis(frame_times[i]));
        if (i > 0 && near_hitch_flags[i - 1] == 0 && !std::ranges::binary_search(after_gaps, i))
            changes_ms.add(to_millis(std::chrono::abs(frame_times[i] - frame_times[i - 1])));
    }
    if (normal_frame_times.empty()) return;
    ranking.median_frame_time = recordings::median_of(normal_frame_times);
    ranking.frame_time_standard_deviation_ms = normal_frame_times_ms.standard_deviation();
    ranking.frame_time_change_mean_ms = changes_ms.mean();
}

LoopRanking ranking_without_results(std::span<const Nanos> frame_times, const RankOptions& options,
                                    std::vector<Candidate> candidates)
{
    LoopRanking ranking{.options = options,
                        .frame_count = frame_times.size(),
                        .duration = std::accumulate(frame_times.begin(), frame_times.end(), Nanos{}),
                        .candidates = std::move(candidates)};
    for (const recordings::Hitch& hitch : recordings::hitches_longest_first(frame_times))
    {
        ++ranking.hitch_count;
        ranking.hitch_time += hitch.frame_time;
    }
    const auto hitch_flags = recordings::near_hitch_flags(frame_times);
    ranking.frame_count_outside_hitches = static_cast<std::size_t>(std::ranges::count(hitch_flags, 0));
    set_frame_statistics(ranking, frame_times, hitch_flags);
    return ranking;
}

// Removes all frames from `frame_times` but those to rank.
LoopRanking prepare_ranking(std::vector<Nanos>& frame_times, RankOptions options)
{
    const std::size_t first_frame_index = ranked_window_start(frame_times);
    keep_frames_around_longest(frame_times);
    options.frames_after_gaps = recordings::frames_after_gaps_from(options.frames_after_gaps, first_frame_index);
    LoopRanking ranking = ranking_without_results(frame_times, options, candidates_of(options));
    ranking.first_frame_index = first_frame_index;
    ranking.options.display = recordings::display_assumed_for(frame_times, options.display);
    ranking.frame_cap = recordings::frame_cap_analysis(frame_times, ranking.options.display);
    if (options.uses_display_times) return ranking;
    if (options.has_rows_of_presents)
        ranking.frame_generation = recordings::detect_frame_generation(frame_times, options.never_displayed_share);
    if (!ranking.frame_generation) ranking.alternation = recordings::detect_alternation(frame_times);
    return ranking;
}

// Sets the results of all candidates, and compares them with the baseline. Calls `assess` for each, from any thread.
void evaluate_candidates(LoopRanking& ranking, const RankingInput& input, const std::function<void(Candidate&)>& assess)
{
    const RankOptions& options = ranking.options;
    recommendation_rule::AnimationErrorsByCandidate errors_ms(ranking.candidates.size());
    base::parallel_for(ranking.candidates.size(),
                       [&](std::size_t i)
                       {
                           Candidate& candidate = ranking.candidates[i];
                           errors_ms[i] = run_candidate(candidate, input).errors_ms;
                           candidate.step_load = options.step_cost
                                                     ? candidate.steps_per_s * to_seconds(*options.step_cost)
                                                     : std::numeric_limits<double>::quiet_NaN();
                           candidate.exceeds_max_age =
                               options.max_age && std::max(candidate.picture_age_mean_ms, candidate.input_age_mean_ms) >
                                                      to_millis(*options.max_age);
                           if (assess) assess(candidate);
                       });
    ranking.baseline_index = recommendation_rule::interpolated_baseline_index(ranking);
    recommendation_rule::set_vetoes(ranking);
    recommendation_rule::compare_with_baseline(ranking, errors_ms, input.near_hitch_flags);
}

constexpr Nanos min_part_length = recommendation_rule::min_recording_length / 2;
constexpr std::size_t min_part_frames = recommendation_rule::min_frames_outside_hitches / 2;

bool is_repeat_candidate(const LoopRanking& ranking, const Candidate& candidate)
{
    if (!candidate.command.empty()) return false;
    if (candidate.preset == ranking.baseline().preset) return true;
    if (candidate.has_veto()) return false;
    return ranking.options.max_age || (candidate.loop.presentation == Presentation::latest &&
                                       (recommendation_rule::have_compatible_rates(candidate, ranking.baseline()) ||
                                        candidate.hz() == recommendation_rule::preferred_step_hz));
}

// The ranking of a part of the recording, or of a copy with noise, among the loops that can be recommended. Empty if
// the part is too short.
std::optional<LoopRanking> rank_part(const LoopRanking& whole_ranking, std::vector<Nanos> frame_times,
                                     std::size_t first_frame_index)
{
    RankOptions options = whole_ranking.options;
    options.frames_after_gaps = recordings::frames_after_gaps_from(options.frames_after_gaps, first_frame_index);
    std::vector<Candidate> candidates;
    std::ranges::copy_if(whole_ranking.candidates, std::back_inserter(candidates),
                         [&](const Candidate& candidate) { return is_repeat_candidate(whole_ranking, candidate); });
    LoopRanking part_ranking = ranking_without_results(frame_times, options, std::move(candidates));
    if (part_ranking.duration < min_part_length || part_ranking.frame_count_outside_hitches < min_part_frames)
        return std::nullopt;
    evaluate_candidates(part_ranking, RankingInput{std::move(frame_times), options}, {});
    return part_ranking;
}

// Changes the frame times by up to 1.7 %. The standard deviation of the change is 1 %.
std::vector<Nanos> with_noise(std::vector<Nanos> frame_times)
{
    constexpr double max_relative_change = 0.017'32;
    for (std::size_t i = 0; i < frame_times.size(); ++i)
        frame_times[i] += Nanos{std::llround(max_relative_change * (2.0 * sim::uniform_random(1, i) - 1.0) *
                                             static_cast<double>(frame_times[i].count()))};
    return frame_times;
}

// Replaces the results of each loop of `worst` by those of the part if they are worse. A loop that is not reliably as
// smooth as the baseline in the part counts as rougher without limit, and one with a veto there as one with a veto.
void merge_worse_results(LoopRanking& worst, const LoopRanking& part)
{
    for (const Candidate& of_part : part.candidates)
    {
        Candidate& merged = *std::ranges::find_if(worst.candidates, [&](const Candidate& candidate)
                                                  { return recommendation_rule::is_same_loop(candidate, of_part); });
        merged.animation_error_mean_ms = std::max(merged.animation_error_mean_ms, of_part.animation_error_mean_ms);
        merged.jumps_per_minute = std::max(merged.jumps_per_minute, of_part.jumps_per_minute);
        merged.picture_age_mean_ms = std::max(merged.picture_age_mean_ms, of_part.picture_age_mean_ms);
        merged.exceeds_max_age = merged.exceeds_max_age || of_part.exceeds_max_age;
        merged.vetoes.insert(merged.vetoes.end(), of_part.vetoes.begin(), of_part.vetoes.end());
        const bool is_reliable =
            !recommendation_rule::has_many_hitches(part) && recommendation_rule::is_smooth_as_baseline(part, of_part);
        merged.animation_error_difference_ms.high = is_reliable ? std::max(merged.animation_error_difference_ms.high,
                                                                           of_part.animation_error_difference_ms.high)
                                                                : std::numeric_limits<double>::infinity();
    }
}

// Chooses by the worst results of each loop in the whole recording, in both halves, and in a copy with noise. If the
// whole or a part alone would lead to a loop that is drawn in another way, that is the alternative.
void set_recommendation(LoopRanking& ranking, const std::vector<Nanos>& frame_times)
{
    Recommendation& recommendation = ranking.recommendation;
    if (ranking.frame_generation) recommendation.kind = RecommendationKind::frame_generation;
    if (ranking.frame_generation || !recommendation_rule::is_long_enough(ranking)) return;
    const std::size_t middle_index = frame_times.size() / 2;
    const auto middle = frame_times.begin() + static_cast<std::ptrdiff_t>(middle_index);
    LoopRanking worst = ranking;
    std::vector<Candidate> choices; // for the whole and for each part
    const auto add_choice = [&](const LoopRanking& of_part)
    {
        const auto index = recommendation_rule::choose_recommendation_ignoring_length(of_part).candidate_index;
        if (index) choices.push_back(of_part.candidates[*index]);
    };
    add_choice(ranking);
    const auto add_reading = [&](std::vector<Nanos> part, std::size_t first_frame_index)
    {
        const auto part_ranking = rank_part(ranking, std::move(part), first_frame_index);
        if (!part_ranking) return;
        merge_worse_results(worst, *part_ranking);
        add_choice(*part_ranking);
    };
    add_reading({frame_times.begin(), middle}, 0);
    add_reading({middle, frame_times.end()}, middle_index);
    add_reading(with_noise(frame_times), 0);
    recommendation = recommendation_rule::choose_recommendation_ignoring_length(worst);
    if (!recommendation.candidate_index) return;
    for (const Candidate& choice : choices)
    {
        const auto found = std::ranges::find_if(ranking.candidates, [&](const Candidate& candidate)
                                                { return recommendation_rule::is_same_loop(candidate, choice); });
        const auto i = static_cast<std::size_t>(found - ranking.candidates.begin());
        if (recommendation.alternative_index || found->has_veto() ||
            found->loop.presentation == ranking.recommended()->loop.presentation)
            continue;
        recommendation.alternative_index = i;
        recommendation.worst = worst.candidates[*recommendation.candidate_index];
        recommendation.alternative_worst = worst.candidates[i];
    }
}

// Sorts the loops by their `sort_group`. In each group, Pareto-optimal loops come first.
void sort_candidates(LoopRanking& ranking)
{
    const double chosen_hz = (ranking.recommended() ? *ranking.recommended() : ranking.baseline()).hz();
    const auto sort_key = [&](std::size_t i)
    {
        const Candidate& candidate = ranking.candidates[i];
        const int sort_group = ranking.recommendation.candidate_index == i     ? 0
                               : ranking.recommendation.alternative_index == i ? 1
                               : candidate.has_veto()                          ? 4
                               : candidate.is_tied_with_baseline               ? 2
                                                                               : 3;
        return std::tuple{sort_group, !candidate.is_pareto_optimal,
                          sort_group == 2 ? std::abs(candidate.hz() - chosen_hz) : candidate.animation_error_mean_ms,
                          recommendation_rule::tie_break_key(candidate)};
    };
    std::vector<std::size_t> sorted_indices(ranking.candidates.size());
    std::iota(sorted_indices.begin(), sorted_indices.end(), std::size_t{0});
    std::ranges::sort(sorted_indices, {}, sort_key);

    const auto new_index_of = [&](std::size_t i)
    { return static_cast<std::size_t>(std::ranges::find(sorted_indices, i) - sorted_indices.begin()); };
    ranking.baseline_index = new_index_of(ranking.baseline_index);
    for (auto* const index : {&ranking.recommendation.candidate_index, &ranking.recommendation.alternative_index})
        if (*index) *index = new_index_of(**index);
    std::vector<Candidate> sorted_candidates;
    sorted_candidates.reserve(sorted_indices.size());
    for (const std::size_t i : sorted_indices) sorted_candidates.push_back(std::move(ranking.candidates[i]));
    ranking.candidates = std::move(sorted_candidates);
}

// A recording's frame times are fixed, so a start of a loop differs from another only in its phase. A loop that blends
// shows the same motion at each phase.
void run_starts(LoopRanking& ranking, const RankingInput& input)
{
    constexpr std::size_t best_count = 10, start_count = 64;
    std::vector<Candidate*> started;
    for (std::size_t i = 0; i < ranking.candidates.size(); ++i)
    {
        Candidate& candidate = ranking.candidates[i];
        const bool is_recommended =
            ranking.recommendation.candidate_index == i || ranking.recommendation.alternative_index == i;
        if ((i < best_count || is_recommended) && candidate.command.empty() && candidate.has_rate() &&
            candidate.loop.presentation == Presentation::latest)
            started.push_back(&candidate);
    }
    std::vector<double> jumps(started.size() * start_count);
    base::parallel_for(jumps.size(),
                       [&](std::size_t i)
                       {
                           Candidate start = *started[i / start_count];
                           run_candidate(start, input, static_cast<double>(i % start_count) / start_count);
                           jumps[i] = start.jumps_per_minute;
                       });
    for (std::size_t i = 0; i < started.size(); ++i)
    {
        const auto of_loop = std::span{jumps}.subspan(i * start_count, start_count);
        std::ranges::sort(of_loop);
        started[i]->start_jumps = {of_loop.front(), telemetry::quantile_of_sorted(of_loop, 0.5),
                                   telemetry::quantile_of_sorted(of_loop, 0.95), of_loop.back()};
    }
}

Json start_jumps_json(const std::optional<StartJumps>& jumps)
{
    if (!jumps) return nullptr;
    return {{"lowest", jumps->lowest},
            {"median", jumps->median},
            {"worst_twentieth", jumps->worst_twentieth},
            {"highest", jumps->highest}};
}

struct CandidateMetric : telemetry::MetricDefinition
{
    double (*get)(const Candidate&); ///< NaN and infinity are null in JSON
};

constexpr std::array candidate_metrics{
    CandidateMetric{metric_definition("animation_error_mean_ms"),
                    [](const Candidate& c) { return c.animation_error_mean_ms; }},
    CandidateMetric{metric_definition("jumps_per_minute"), [](const Candidate& c) { return c.jumps_per_minute; }},
    CandidateMetric{metric_definition("picture_age_mean_ms"), [](const Candidate& c) { return c.picture_age_mean_ms; }},
    CandidateMetric{metric_definition("input_age_mean_ms"), [](const Candidate& c) { return c.input_age_mean_ms; }},
    CandidateMetric{metric_definition("steps_per_s"), [](const Candidate& c) { return c.steps_per_s; }},
    CandidateMetric{metric_definition("load_percent"), [](const Candidate& c) { return 100.0 * c.step_load; }},
    CandidateMetric{metric_definition("lost_percent"), [](const Candidate& c) { return c.lost_percent; }},
    CandidateMetric{metric_definition("lost_in_hitches_ms"),
                    [](const Candidate& c) { return to_millis(c.time_lost_in_hitches); }},
    CandidateMetric{metric_definition("overload_ms"),
                    [](const Candidate& c) { return c.max_overloaded_frame_time_ms; }},
    CandidateMetric{metric_definition("frame_mean_ms"), [](const Candidate& c) { return c.frame_mean_ms; }},
    CandidateMetric{metric_definition("frame_max_ms"), [](const Candidate& c) { return c.frame_max_ms; }},
};

Json candidate_json(const Candidate& candidate)
{
    Json json{{"loop", candidate.name()},
              {"hz", candidate.has_rate() ? Json(candidate.hz()) : Json(nullptr)},
              {"presentation", name_of(candidate.loop.presentation)},
              {"jumps_of_64_starts", start_jumps_json(candidate.start_jumps)},
              {"animation_error_difference_ms",
               {{"low", candidate.animation_error_difference_ms.low},
                {"high", candidate.animation_error_difference_ms.high}}},
              {"tied", candidate.is_tied_with_baseline},
              {"front", candidate.is_pareto_optimal},
              {"too_old", candidate.exceeds_max_age},
              {"reproducible", candidate.is_reproducible},
              {"vetoes", candidate.vetoes}};
    for (const CandidateMetric& metric : candidate_metrics)
        json[std::string{metric.key}] = recordings::number_or_null(metric.get(candidate));
    return json;
}

Json alternative_json(const LoopRanking& ranking)
{
    const Recommendation& recommendation = ranking.recommendation;
    if (!recommendation.alternative_index) return nullptr;
    const Candidate& alternative = ranking.candidates[*recommendation.alternative_index];
    const auto worst_json = [](const Candidate& worst)
    {
        return Json{{"animation_error_mean_ms", worst.animation_error_mean_ms},
                    {"jumps_per_minute", worst.jumps_per_minute},
                    {"picture_age_mean_ms", worst.picture_age_mean_ms}};
    };
    return {{"loop", alternative.name()},
            {"hz", alternative.has_rate() ? Json(alternative.hz()) : Json(nullptr)},
            {"worst", worst_json(recommendation.alternative_worst)},
            {"worst_of_recommended", worst_json(recommendation.worst)},
            {"command", export_command(alternative)}};
}

Json recommendation_json(const LoopRanking& ranking)
{
    const Recommendation& recommendation = ranking.recommendation;
    const Candidate* chosen = ranking.recommended();
    return {{"answer", name_of(recommendation.kind)},
            {"loop", chosen != nullptr ? Json(chosen->name()) : Json(nullptr)},
            {"hz", chosen != nullptr && chosen->has_rate() ? Json(chosen->hz()) : Json(nullptr)},
            {"alternative", alternative_json(ranking)},
            {"text", recommendation.text},
            {"notes", recommendation.notes},
            {"command", recommendation.command},
            {"frame_cap", to_json(ranking.frame_cap)}};
}

Json millis_json(const std::optional<Nanos>& time) { return time ? Json(to_millis(*time)) : Json(nullptr); }

} // namespace

const timestep::Preset& Candidate::loop_preset() const { return timestep::preset_of(preset); }

std::vector<PresetId> all_preset_ids()
{
    std::vector<PresetId> ids;
    ids.reserve(all_presets.size());
    for (const Preset& preset : all_presets) ids.push_back(id_of(preset));
    return ids;
}

std::size_t ranked_window_start(std::span<const Nanos> frame_times)
{
    if (frame_times.size() <= max_ranked_frames) return 0;
    const auto longest_index = static_cast<std::size_t>(std::ranges::max_element(frame_times) - frame_times.begin());
    return std::clamp(longest_index, max_ranked_frames / 2, frame_times.size() - max_ranked_frames / 2) -
           max_ranked_frames / 2;
}

void keep_frames_around_longest(std::vector<Nanos>& frame_times)
{
    const auto first_kept = static_cast<std::ptrdiff_t>(ranked_window_start(frame_times));
    frame_times.erase(frame_times.begin(), frame_times.begin() + first_kept);
    if (frame_times.size() > max_ranked_frames) frame_times.resize(max_ranked_frames);
}

std::string_view name_of(RecommendationKind kind)
{
    constexpr std::array<std::string_view, 6> names{"too-short", "interpolated", "no-blending",
                                                    "latency",   "generated",    "none"};
    return names[static_cast<std::size_t>(kind)];
}

std::string signed_interval_text(const recordings::Interval& interval)
{
    const auto rounded_text = [](double value)
    { return std::abs(value) < 0.005 ? "0" : fmt::format("{:+.2f}", value); };
    return rounded_text(interval.low) + " to " + rounded_text(interval.high);
}

std::string jump_rate_number(double per_minute)
{
    return per_minute < 1000.0 ? base::number_text(per_minute, 3)
                               : fmt::format("{:.0f}", 10.0 * std::round(per_minute / 10.0));
}

std::string title_of(const Candidate& candidate)
{
    return candidate.has_rate() ? fmt::format("{} at {} Hz", candidate.name(), base::number_text(candidate.hz(), 4))
                                : std::string{candidate.name()};
}

RankOptions rank_options_for(const recordings::Recording& recording, std::size_t stream_index, RankOptions options)
{
    const recordings::Stream& stream = recording.streams[stream_index];
    options.never_displayed_share = stream.never_displayed_share;
    options.has_display_times = stream.has_display_times;
    options.has_rows_of_presents = recordings::has_rows_of_presents(recording);
    options.frames_after_gaps = stream.frames_after_gaps;
    if (options.display.rate_source == recordings::DisplayRate::RateSource::unknown)
        options.display = recordings::display_of(stream, options.display.is_vrr);
    return options;
}

LoopRanking rank(std::vector<Nanos> frame_times, const RankOptions& options,
                 const std::function<void(std::size_t finished, std::size_t total)>& progress)
{
    LoopRanking ranking = prepare_ranking(frame_times, options);
    const RankingInput input{std::move(frame_times), ranking.options};
    std::atomic<std::size_t> finished{0};
    const auto assess_robustness = [&](Candidate& candidate)
    {
        constexpr std::size_t compared_ticks = 120;
        run_overloaded(candidate, input.median_frame_time);
        candidate.is_reproducible =
            lab::test_reproducibility(input.lane_setup_of(candidate, input.whole), compared_ticks);
        if (progress) progress(++finished, ranking.candidates.size());
    };
    evaluate_candidates(ranking, input, assess_robustness);
    recommendation_rule::mark_pareto_optima(ranking);
    set_recommendation(ranking, input.frame_times);
    sort_candidates(ranking);
    if (!ranking.frame_generation) run_starts(ranking, input);
    recommendation_rule::explain_recommendation(ranking);
    if (const Candidate* chosen = ranking.recommended()) ranking.recommendation.command = export_command(*chosen);
    return ranking;
}

using timestep::to_seconds;

Json to_json(const LoopRanking& ranking)
{
    Json candidates = Json::array();
    for (const Candidate& candidate : ranking.candidates) candidates.push_back(candidate_json(candidate));
    return {{"first_frame", ranking.first_frame_index},
            {"frames", ranking.frame_count},
            {"length_s", to_seconds(ranking.duration)},
            {"frames_outside_hitches", ranking.frame_count_outside_hitches},
            {"hitches", ranking.hitch_count},
            {"hitch_time_s", to_seconds(ranking.hitch_time)},
            {"unseen_percent", ranking.options.never_displayed_share
                                   ? Json(100.0 * *ranking.options.never_displayed_share)
                                   : Json(nullptr)},
            {"step_cost_ms", millis_json(ranking.options.step_cost)},
            {"max_age_ms", millis_json(ranking.options.max_age)},
            {"measure", ranking.baseline_index},
            {"recommendation", recommendation_json(ranking)},
            {"candidates", candidates}};
}

Json stream_ranking_json(const recordings::Recording& recording, std::size_t stream_index, const LoopRanking& ranking)
{
    Json json{{"file", recording.name}, {"stream", stream_index + 1}};
    json.update(to_json(ranking));
    return json;
}

} // namespace ranking
