#include "recordings/rank/ranking.hpp"

#include "base/threads.hpp"
#include "recordings/rank/ranked_recording.hpp"
#include "recordings/rank/rule.hpp"
#include "sim/machine/random.hpp"
#include "telemetry/metrics.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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

// The candidates of the ranking: every chosen loop at every rate and, as the baseline, `interpolated` at every rate.
std::vector<Candidate> candidates_of(const RankOptions& options)
{
    std::vector<Candidate> all;
    const auto add = [&](LoopId id)
    {
        const Preset& preset = preset_of(id);
        for (const Rate rate : options.rates)
        {
            all.push_back({.preset = id, .loop = preset.make(rate)});
            if (!preset.has_rate) break;
        }
    };
    for (const LoopId id : options.loops) add(id);
    const LoopId baseline = id_of(*find_preset(presets::interpolated.name));
    if (std::ranges::find(options.loops, baseline) == options.loops.end()) add(baseline);
    return all;
}

// Sets the median and the standard deviation of the frame times outside hitches.
void set_frame_figures(Ranking& r, std::span<const Nanos> frames, std::span<const std::uint8_t> around_hitches)
{
    std::vector<Nanos> frames_outside_hitches;
    telemetry::Series outside_ms;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if (around_hitches[i] != 0) continue;
        frames_outside_hitches.push_back(frames[i]);
        outside_ms.add(to_millis(frames[i]));
    }
    if (frames_outside_hitches.empty()) return;
    r.median_frame       = median_of(frames_outside_hitches);
    r.frame_deviation_ms = outside_ms.deviation();
}

// A ranking with the statistics of the frames that the rule needs, before the candidates run.
Ranking ranking_before_runs(std::span<const Nanos> frames, const RankOptions& options,
                            std::vector<Candidate> candidates)
{
    Ranking r{.options    = options,
              .frames     = frames.size(),
              .length     = std::accumulate(frames.begin(), frames.end(), Nanos{}),
              .candidates = std::move(candidates)};
    for (const Hitch& hitch : hitches_of(frames))
    {
        ++r.hitches;
        r.hitch_time += hitch.length;
    }
    const auto is_around_hitch = around_hitches(frames);
    r.frames_outside_hitches   = static_cast<std::size_t>(std::ranges::count(is_around_hitch, 0));
    set_frame_figures(r, frames, is_around_hitch);
    return r;
}

Ranking prepared_ranking(std::vector<Nanos>& frames, const RankOptions& options)
{
    const std::size_t first_frame = cut_to_ranked_frames(frames);
    Ranking r                     = ranking_before_runs(frames, options, candidates_of(options));
    r.first_frame                 = first_frame;
    r.frame_cap                   = frame_cap_of(frames, options.display);
    if (options.uses_display_times) return r;
    r.generation = frame_generation_of(frames, options.never_displayed_share);
    if (!r.generation) r.alternation = alternation_of(frames);
    return r;
}

std::vector<float> run_and_measure(Candidate& c, const RankOptions& options, const RankedRecording& recording)
{
    std::vector<float> errors = run_candidate(c, recording);
    c.load =
        options.step_cost ? c.steps_per_s * to_seconds(*options.step_cost) : std::numeric_limits<double>::quiet_NaN();
    c.is_too_old = options.max_age && c.older_age_ms() > to_millis(*options.max_age);
    return errors;
}

// Measures overload and reproducibility, which can be reasons for vetoes.
void measure_limits(Candidate& c, const RankedRecording& recording)
{
    constexpr std::size_t compared_ticks = 120;
    measure_overload(c, recording.median_frame());
    c.is_reproducible = lab::reproducible(recording.lane_setup_of(c), compared_ticks);
}

// Minimum length of a part of a recording for a recommendation of its own.
constexpr Nanos min_part_length       = rule::min_length / 2;
constexpr std::size_t min_part_frames = rule::min_frames / 2;

// True for the candidates that the rule can choose: `interpolated`, loops that draw their newest state at an allowed
// rate and, with RankOptions::max_age, all loops without a veto.
bool is_eligible(const Ranking& r, const Candidate& c)
{
    const Candidate& baseline = r.candidates[r.baseline];
    if (c.preset == baseline.preset) return true;
    if (c.has_veto()) return false;
    return r.options.max_age || (c.loop.presentation == Presentation::latest &&
                                 (rule::have_same_rate(c, baseline) || c.hz() == rule::preferred_hz));
}

// The candidate of `whole` that the rule chooses for other frames of the same game, such as half of the recording.
// std::nullopt if there are too few frames, no loop is chosen, or the loop has a veto for the whole recording.
std::optional<std::size_t> candidate_chosen_for(const Ranking& whole, std::vector<Nanos> frames)
{
    std::vector<Candidate> candidates;
    std::ranges::copy_if(whole.candidates, std::back_inserter(candidates),
                         [&](const Candidate& c) { return is_eligible(whole, c); });
    Ranking part = ranking_before_runs(frames, whole.options, std::move(candidates));
    if (part.length < min_part_length || part.frames_outside_hitches < min_part_frames) return std::nullopt;
    const RankedRecording recording{std::move(frames), part.options};
    rule::Errors errors(part.candidates.size());
    base::for_all_cores(part.candidates.size(), [&](std::size_t i)
                        { errors[i] = run_and_measure(part.candidates[i], part.options, recording); });
    part.baseline = rule::baseline_of(part);
    rule::mark_vetoes_and_ties(part, errors, recording.around_hitches());
    const auto chosen = rule::decision_of(part).candidate;
    if (!chosen) return std::nullopt;
    const auto found = std::ranges::find_if(whole.candidates, [&](const Candidate& c)
                                            { return rule::is_same_loop(c, part.candidates[*chosen]); });
    if (found->has_veto()) return std::nullopt;
    return static_cast<std::size_t>(found - whole.candidates.begin());
}

// A copy in which a tenth of the frames are up to 1.7 % longer or shorter, with a standard deviation of 1 %.
std::vector<Nanos> with_noise(std::vector<Nanos> frames)
{
    constexpr double noisy_share = 0.1, max_change = 0.017'32;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (sim::uniform(1, 2 * i) < noisy_share)
            frames[i] += Nanos{std::llround(max_change * (2.0 * sim::uniform(1, 2 * i + 1) - 1.0) *
                                            static_cast<double>(frames[i].count()))};
    return frames;
}

// Decides for the whole recording, for its two halves, and for a copy with noise. If the results differ, the answer is
// `undecided`, with the loop for the whole recording and the first other loop.
void set_answer(Ranking& r, const std::vector<Nanos>& frames)
{
    Recommendation& recommendation = r.recommendation;
    if (r.generation) recommendation.answer = Answer::generated;
    if (!rule::is_decidable(r)) return;
    const rule::Decision decision = rule::decision_of(r);
    recommendation                = {.answer = decision.answer, .candidate = decision.candidate};
    if (!recommendation.candidate) return;
    const auto middle = frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2);
    for (const auto& other_choice :
         {candidate_chosen_for(r, {frames.begin(), middle}), candidate_chosen_for(r, {middle, frames.end()}),
          candidate_chosen_for(r, with_noise(frames))})
        if (other_choice && other_choice != recommendation.candidate && !recommendation.alternative)
            recommendation.alternative = other_choice;
    if (recommendation.alternative) recommendation.answer = Answer::undecided;
}

// Sorts the candidates: the recommended candidate, then equally smooth ones (nearest rate first), then the others
// (smoothest first), then those with vetoes.
void sort_candidates(Ranking& r)
{
    const double hz = r.candidates[r.recommendation.candidate.value_or(r.baseline)].hz();
    const auto key  = [&](std::size_t i)
    {
        const Candidate& c = r.candidates[i];
        const int group    = r.recommendation.candidate == i     ? 0
                             : r.recommendation.alternative == i ? 1
                             : c.has_veto()                      ? 4
                             : c.is_tied                         ? 2
                                                                 : 3;
        return std::tuple{group, !c.is_pareto_optimal, group == 2 ? std::abs(c.hz() - hz) : c.smoothness_ms,
                          rule::tie_order(c)};
    };
    std::vector<std::size_t> order(r.candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, key);

    const auto new_index_of = [&](std::size_t i)
    { return static_cast<std::size_t>(std::ranges::find(order, i) - order.begin()); };
    r.baseline = new_index_of(r.baseline);
    for (auto* const index : {&r.recommendation.candidate, &r.recommendation.alternative})
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
            {"roughness_ms", c.smoothness_ms},
            {"jumps_per_minute", c.jumps_per_minute},
            {"rougher_ms", {{"low", c.smoothness_difference.low}, {"high", c.smoothness_difference.high}}},
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

// The two candidates of an undecided answer, with their disadvantages; null for another answer.
Json undecided_json(const Ranking& r)
{
    const Recommendation& recommendation = r.recommendation;
    if (!recommendation.alternative) return nullptr;
    Json both = Json::array();
    for (const std::size_t i : {*recommendation.candidate, *recommendation.alternative})
    {
        const Candidate& c = r.candidates[i];
        both.push_back({{"loop", c.name()},
                        {"hz", c.has_rate() ? Json(c.hz()) : Json(nullptr)},
                        {"roughness_ms", c.smoothness_ms},
                        {"jumps_per_minute", c.jumps_per_minute},
                        {"latency_ms", c.latency_ms},
                        {"steps_per_s", c.steps_per_s},
                        {"command", export_command(c)}});
    }
    return both;
}

Json recommendation_json(const Ranking& r)
{
    const Recommendation& recommendation = r.recommendation;
    const Candidate* chosen = recommendation.candidate ? &r.candidates[*recommendation.candidate] : nullptr;
    return {{"answer", name_of(recommendation.answer)},
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

std::vector<LoopId> all_loops()
{
    std::vector<LoopId> all;
    for (const Preset& preset : all_presets) all.push_back(id_of(preset));
    return all;
}

double Candidate::hz() const { return timestep::hertz(loop.rate()); }

std::size_t cut_to_ranked_frames(std::vector<Nanos>& frames)
{
    if (frames.size() <= max_ranked_frames) return 0;
    const auto longest = static_cast<std::size_t>(std::max_element(frames.begin(), frames.end()) - frames.begin());
    const std::size_t first =
        std::clamp(longest, max_ranked_frames / 2, frames.size() - max_ranked_frames / 2) - max_ranked_frames / 2;
    frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(first));
    frames.resize(max_ranked_frames);
    return first;
}

std::string_view name_of(Answer answer)
{
    constexpr std::array<std::string_view, 7> names{"too-short", "interpolated", "no-blending", "latency",
                                                    "generated", "none",         "undecided"};
    return names[static_cast<std::size_t>(answer)];
}

std::string text_of(const Interval& ms)
{
    const auto rounded = [](double value) { return std::abs(value) < 0.005 ? "0" : fmt::format("{:+.2f}", value); };
    return rounded(ms.low) + " to " + rounded(ms.high);
}

std::string jumps_text(double per_minute)
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
    const std::string first = title_of(r.candidates[*r.recommendation.candidate]);
    const auto& second      = r.recommendation.alternative;
    return second ? first + " or " + title_of(r.candidates[*second]) : first;
}

Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t finished, std::size_t candidate_count)>& progress)
{
    Ranking r = prepared_ranking(frames, options);
    const RankedRecording recording{std::move(frames), options};
    rule::Errors errors(r.candidates.size());
    std::atomic<std::size_t> finished{0};
    base::for_all_cores(r.candidates.size(),
                        [&](std::size_t i)
                        {
                            errors[i] = run_and_measure(r.candidates[i], options, recording);
                            measure_limits(r.candidates[i], recording);
                            if (progress) progress(++finished, r.candidates.size());
                        });
    r.baseline = rule::baseline_of(r);
    rule::mark_vetoes_and_ties(r, errors, recording.around_hitches());
    rule::mark_pareto_front(r);
    set_answer(r, recording.frames());
    sort_candidates(r);
    write_advice(r);
    return r;
}

using timestep::to_millis;
using timestep::to_seconds;

Json to_json(const Ranking& r)
{
    Json candidates = Json::array();
    for (const Candidate& c : r.candidates) candidates.push_back(candidate_json(c));
    return {{"first_frame", r.first_frame},
            {"frames", r.frames},
            {"length_s", to_seconds(r.length)},
            {"frames_outside_hitches", r.frames_outside_hitches},
            {"hitches", r.hitches},
            {"hitch_time_s", to_seconds(r.hitch_time)},
            {"unseen_percent",
             r.options.never_displayed_share ? Json(100.0 * *r.options.never_displayed_share) : Json(nullptr)},
            {"step_cost_ms", millis_or_null(r.options.step_cost)},
            {"max_age_ms", millis_or_null(r.options.max_age)},
            {"measure", r.baseline},
            {"recommendation", recommendation_json(r)},
            {"candidates", candidates}};
}

Json to_json(const Recording& recording, std::size_t stream, const Ranking& ranking)
{
    Json json{{"file", recording.name}, {"stream", stream + 1}};
    json.update(to_json(ranking));
    return json;
}

} // namespace recordings
