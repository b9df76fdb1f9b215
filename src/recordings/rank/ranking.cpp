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

// The candidates of the ranking: every loop that the user chose at every rate, and `interpolated` at every rate,
// because all loops are compared with it.
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
    const LoopId measure = id_of(*find_preset(presets::interpolated.name));
    if (std::ranges::find(options.loops, measure) == options.loops.end()) add(measure);
    return all;
}

// Sets the median and the standard deviation of the frame times outside hitches.
void find_usual_frame(Ranking& r, std::span<const Nanos> frames, std::span<const std::uint8_t> around_hitches)
{
    std::vector<Nanos> outside;
    telemetry::Series all;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if (around_hitches[i] != 0) continue;
        outside.push_back(frames[i]);
        all.add(to_millis(frames[i]));
    }
    if (outside.empty()) return;
    r.usual_frame  = median_of(outside);
    r.frame_spread = all.deviation();
}

// A ranking with the figures of the frames that the rule needs, and with candidates that have not run yet.
Ranking unranked(std::span<const Nanos> frames, const RankOptions& options, std::vector<Candidate> candidates)
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
    const auto around = around_hitches(frames);
    r.outside         = static_cast<std::size_t>(std::ranges::count(around, 0));
    find_usual_frame(r, frames, around);
    return r;
}

Ranking facts_of(std::vector<Nanos>& frames, const RankOptions& options)
{
    const std::size_t first_frame = keep_ranked(frames);
    Ranking r                     = unranked(frames, options, candidates_of(options));
    r.first_frame                 = first_frame;
    r.frame_cap                   = frame_cap_of(frames, options.display);
    if (options.on_screen) return r;
    r.generation = frame_generation_of(frames, options.unseen_share);
    if (!r.generation) r.alternation = alternation_of(frames);
    return r;
}

std::vector<float> measure(Candidate& c, const RankOptions& options, const RankedRecording& recording)
{
    std::vector<float> errors = run_candidate(c, recording);
    c.load =
        options.step_cost ? c.steps_per_s * to_seconds(*options.step_cost) : std::numeric_limits<double>::quiet_NaN();
    c.too_old = options.max_age && c.older_age_ms() > to_millis(*options.max_age);
    return errors;
}

// Runs the candidate on slow PCs, for its vetoes.
void try_limits(Candidate& c, const RankedRecording& recording)
{
    constexpr std::size_t ticks = 120;
    measure_overload(c, recording.median());
    c.reproducible = lab::reproducible(recording.lane_of(c), ticks);
}

// The shortest part of a recording that is decided by itself.
constexpr Nanos least_part_length       = rule::least_length / 2;
constexpr std::size_t least_part_frames = rule::least_frames / 2;

// The candidates that the rule can choose without RankOptions::max_age, besides `interpolated`: the loops that draw
// their newest state, at the rates that the rule allows for them.
bool can_be_chosen(const Ranking& r, const Candidate& c)
{
    const Candidate& measure = r.candidates[r.measure];
    if (c.preset == measure.preset) return true;
    if (c.vetoed()) return false;
    return r.options.max_age ||
           (c.loop.presentation == Presentation::latest && (rule::at_rate_of(c, measure) || c.hz() == rule::usual_hz));
}

// The candidate of `whole` that the rule chooses for other frames of the same game, such as half of them. Nothing if
// they are too few, or if the rule chooses no loop, or one that has a veto on the whole recording.
std::optional<std::size_t> decided_by(const Ranking& whole, std::vector<Nanos> frames)
{
    std::vector<Candidate> candidates;
    std::ranges::copy_if(whole.candidates, std::back_inserter(candidates),
                         [&](const Candidate& c) { return can_be_chosen(whole, c); });
    Ranking part = unranked(frames, whole.options, std::move(candidates));
    if (part.length < least_part_length || part.outside < least_part_frames) return std::nullopt;
    const RankedRecording recording{std::move(frames), part.options};
    rule::Errors errors(part.candidates.size());
    base::for_all_cores(part.candidates.size(),
                        [&](std::size_t i) { errors[i] = measure(part.candidates[i], part.options, recording); });
    part.measure = rule::measure_of(part);
    rule::mark_vetoes_and_ties(part, errors, recording.around_hitches());
    const auto chosen = rule::decision_of(part).candidate;
    if (!chosen) return std::nullopt;
    const auto found = std::ranges::find_if(whole.candidates, [&](const Candidate& c)
                                            { return rule::is_same_loop(c, part.candidates[*chosen]); });
    if (found->vetoed()) return std::nullopt;
    return static_cast<std::size_t>(found - whole.candidates.begin());
}

// A copy in which a tenth of the frames are up to 1.7 % longer or shorter, with a standard deviation of 1 %.
std::vector<Nanos> with_noise(std::vector<Nanos> frames)
{
    constexpr double share = 0.1, most = 0.017'32;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (sim::uniform(1, 2 * i) < share)
            frames[i] += Nanos{
                std::llround(most * (2.0 * sim::uniform(1, 2 * i + 1) - 1.0) * static_cast<double>(frames[i].count()))};
    return frames;
}

// Decides for the whole recording, for both halves of it, and for a copy with noise. If these name several loops, the
// answer is `undecided`: the loop for the whole recording, and the first other one.
void decide(Ranking& r, const std::vector<Nanos>& frames)
{
    Recommendation& to = r.recommendation;
    if (r.generation) to.answer = Answer::generated;
    if (!rule::is_decidable(r)) return;
    const rule::Decision decision = rule::decision_of(r);
    to                            = {.answer = decision.answer, .candidate = decision.candidate};
    if (!to.candidate) return;
    const auto middle = frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2);
    for (const auto& other : {decided_by(r, {frames.begin(), middle}), decided_by(r, {middle, frames.end()}),
                              decided_by(r, with_noise(frames))})
        if (other && other != to.candidate && !to.alternative) to.alternative = other;
    if (to.alternative) to.answer = Answer::undecided;
}

// Sorts the candidates. The recommended one comes first, then equally smooth ones (nearest rate first), then the others
// (smoothest first), then those that must not be recommended.
void sort(Ranking& r)
{
    const double hz = r.candidates[r.recommendation.candidate.value_or(r.measure)].hz();
    const auto key  = [&](std::size_t i)
    {
        const Candidate& c = r.candidates[i];
        const int group    = r.recommendation.candidate == i     ? 0
                             : r.recommendation.alternative == i ? 1
                             : c.vetoed()                        ? 4
                             : c.tied                            ? 2
                                                                 : 3;
        return std::tuple{group, !c.front, group == 2 ? std::abs(c.hz() - hz) : c.smoothness_ms, rule::tie_order(c)};
    };
    std::vector<std::size_t> order(r.candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, key);

    const auto place_of = [&](std::size_t i)
    { return static_cast<std::size_t>(std::ranges::find(order, i) - order.begin()); };
    r.measure = place_of(r.measure);
    for (auto* const named : {&r.recommendation.candidate, &r.recommendation.alternative})
        if (*named) *named = place_of(**named);
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
            {"rougher_ms", {{"low", c.rougher.low}, {"high", c.rougher.high}}},
            {"tied", c.tied},
            {"front", c.front},
            {"latency_ms", c.latency_ms},
            {"input_age_ms", c.input_age_ms},
            {"too_old", c.too_old},
            {"steps_per_s", c.steps_per_s},
            {"load_percent", number_or_null(100.0 * c.load)},
            {"lost_percent", c.lost_percent},
            {"lost_in_hitches_ms", to_millis(c.lost_in_hitches)},
            {"reproducible", c.reproducible},
            {"overload_ms", number_or_null(c.overload_ms)},
            {"frame_mean_ms", c.frame_mean_ms},
            {"frame_max_ms", c.frame_max_ms},
            {"vetoes", c.vetoes}};
}

// The two loops of an undecided answer, each with what it costs; null for another answer.
Json undecided_json(const Ranking& r)
{
    const Recommendation& to = r.recommendation;
    if (!to.alternative) return nullptr;
    Json both = Json::array();
    for (const std::size_t i : {*to.candidate, *to.alternative})
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
    const Recommendation& to = r.recommendation;
    const Candidate* chosen  = to.candidate ? &r.candidates[*to.candidate] : nullptr;
    return {{"answer", name_of(to.answer)},
            {"loop", chosen != nullptr ? Json(chosen->name()) : Json(nullptr)},
            {"hz", chosen != nullptr && chosen->has_rate() ? Json(chosen->hz()) : Json(nullptr)},
            {"undecided", undecided_json(r)},
            {"text", to.text},
            {"notes", to.notes},
            {"command", to.command},
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

std::size_t keep_ranked(std::vector<Nanos>& frames)
{
    if (frames.size() <= most_frames_ranked) return 0;
    const auto longest = static_cast<std::size_t>(std::max_element(frames.begin(), frames.end()) - frames.begin());
    const std::size_t first =
        std::clamp(longest, most_frames_ranked / 2, frames.size() - most_frames_ranked / 2) - most_frames_ranked / 2;
    frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(first));
    frames.resize(most_frames_ranked);
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

std::string jumps_text(double a_minute)
{
    return a_minute < 1000.0 ? fmt::format("{:.3g}", a_minute)
                             : fmt::format("{:.0f}", 10.0 * std::round(a_minute / 10.0));
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
             const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    Ranking r = facts_of(frames, options);
    const RankedRecording recording{std::move(frames), options};
    rule::Errors errors(r.candidates.size());
    std::atomic<std::size_t> done{0};
    base::for_all_cores(r.candidates.size(),
                        [&](std::size_t i)
                        {
                            errors[i] = measure(r.candidates[i], options, recording);
                            try_limits(r.candidates[i], recording);
                            if (progress) progress(++done, r.candidates.size());
                        });
    r.measure = rule::measure_of(r);
    rule::mark_vetoes_and_ties(r, errors, recording.around_hitches());
    rule::mark_front(r);
    decide(r, recording.frames());
    sort(r);
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
            {"frames_outside_hitches", r.outside},
            {"hitches", r.hitches},
            {"hitch_time_s", to_seconds(r.hitch_time)},
            {"unseen_percent", r.options.unseen_share ? Json(100.0 * *r.options.unseen_share) : Json(nullptr)},
            {"step_cost_ms", millis_or_null(r.options.step_cost)},
            {"max_age_ms", millis_or_null(r.options.max_age)},
            {"measure", r.measure},
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
