#include "ranking/rank/recommendation_rules.hpp"

#include "recordings/facts/statistics.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ranking::recommendation_rule
{

namespace
{

using namespace timestep;

bool is_interpolated(const Candidate& candidate) { return candidate.name() == presets::interpolated.name; }
bool is_refresh_snapped(const Candidate& candidate) { return candidate.name() == presets::refresh_snapped.name; }

// Reasons against a recommendation, such as "not reproducible". None needs a comparison with another loop.
std::vector<std::string> vetoes_without_baseline(const Candidate& candidate, const RankOptions& options)
{
    std::vector<std::string> vetoes;
    if (clock_relation_of(candidate.loop.stepper) == ClockRelation::unrelated) // it counts frames and ignores time
        vetoes.emplace_back("no clock of its own");
    if (!std::isfinite(candidate.max_overloaded_frame_time_ms)) vetoes.emplace_back("spiral of death");
    if (!candidate.is_reproducible && !options.allows_irreproducible) vetoes.emplace_back("not reproducible");
    return vetoes;
}

std::vector<std::string> vetoes_of(const Candidate& candidate, const Candidate& baseline, const RankOptions& options)
{
    std::vector<std::string> vetoes = vetoes_without_baseline(candidate, options);
    if (!candidate.command.empty()) vetoes.insert(vetoes.begin(), "compared only");
    const double lost_percent_difference = candidate.lost_percent - baseline.lost_percent;
    if (lost_percent_difference > max_lost_percent_difference)
        vetoes.push_back(fmt::format("loses {:.1f} % of the time", lost_percent_difference));
    if (lost_percent_difference < -max_lost_percent_difference)
        vetoes.push_back(fmt::format("gains {:.1f} % of the time", -lost_percent_difference));
    return vetoes;
}

// In ms: a[i] - b[i], without hitches, the frames next to them, and frames with an unknown error.
std::vector<double> animation_error_differences(const std::vector<float>& a, const std::vector<float>& b,
                                                std::span<const std::uint8_t> near_hitch_flags)
{
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (near_hitch_flags[i] == 0 && !std::isnan(a[i]) && !std::isnan(b[i]))
            differences.push_back(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    return differences;
}

// At least one second of frames, because animation errors can change slowly.
std::size_t bootstrap_block_length(std::span<const double> values, const LoopRanking& ranking)
{
    const auto frames_per_second =
        static_cast<double>(ranking.frame_count) / std::max(timestep::to_seconds(ranking.duration), 1.0);
    return std::max(recordings::optimal_block_length(values), static_cast<std::size_t>(frames_per_second));
}

// True if `a` is better than `b` in smoothness, latency or work, and worse in none (Pareto). Ignores small differences.
bool dominates(const Candidate& a, const Candidate& b)
{
    const bool is_no_worse = a.animation_error_mean_ms <= b.animation_error_mean_ms + animation_error_tolerance_ms &&
                             a.picture_age_mean_ms <= b.picture_age_mean_ms + latency_tolerance_ms &&
                             a.steps_per_s <= b.steps_per_s * work_tolerance_factor;
    const bool is_better = a.animation_error_mean_ms < b.animation_error_mean_ms - animation_error_tolerance_ms ||
                           a.picture_age_mean_ms < b.picture_age_mean_ms - latency_tolerance_ms ||
                           a.steps_per_s * work_tolerance_factor < b.steps_per_s;
    return is_no_worse && is_better;
}

bool are_equal_within_tolerances(const Candidate& a, const Candidate& b)
{
    return std::abs(a.animation_error_mean_ms - b.animation_error_mean_ms) <= animation_error_tolerance_ms &&
           std::abs(a.picture_age_mean_ms - b.picture_age_mean_ms) <= latency_tolerance_ms &&
           a.steps_per_s <= b.steps_per_s * work_tolerance_factor &&
           b.steps_per_s <= a.steps_per_s * work_tolerance_factor;
}

// True if players see that `a` is smoother than `b`, or jumps less, and do not see that it is worse in the other.
bool is_visibly_smoother(const Candidate& a, const Candidate& b)
{
    const double rougher_ms = a.animation_error_mean_ms - b.animation_error_mean_ms;
    const double extra_jumps = a.jumps_per_minute - b.jumps_per_minute;
    const bool is_no_worse =
        rougher_ms <= animation_error_tolerance_ms && extra_jumps < min_visible_extra_jumps_per_minute;
    return is_no_worse &&
           (rougher_ms < -animation_error_tolerance_ms || extra_jumps <= -min_visible_extra_jumps_per_minute);
}

// The best loop that draws its newest state and looks as smooth as the baseline.
std::optional<std::size_t> find_unblended_loop(const LoopRanking& ranking)
{
    if (has_many_hitches(ranking)) return std::nullopt;
    std::vector<std::size_t> eligible_indices;
    for (std::size_t i = 0; i < ranking.candidates.size(); ++i)
    {
        const Candidate& candidate = ranking.candidates[i];
        const bool has_allowed_rate =
            have_compatible_rates(candidate, ranking.baseline()) || candidate.hz() == preferred_step_hz;
        const bool has_allowed_origin = !is_engine_specific_loop(candidate) ||
                                        candidate.animation_error_difference_ms.high < -animation_error_tolerance_ms;
        if (has_allowed_rate && has_allowed_origin && candidate.loop.presentation == Presentation::latest &&
            !candidate.has_veto() && !candidate.exceeds_max_age && is_smooth_as_baseline(ranking, candidate))
            eligible_indices.push_back(i);
    }
    std::optional<std::size_t> best;
    for (const std::size_t i : eligible_indices)
        if (std::ranges::none_of(eligible_indices, [&](std::size_t j)
                                 { return is_visibly_smoother(ranking.candidates[j], ranking.candidates[i]); }) &&
            (!best || tie_break_key(ranking.candidates[i]) < tie_break_key(ranking.candidates[*best])))
            best = i;
    return best;
}

// The best loop within RankOptions::max_age.
std::optional<std::size_t> find_low_latency_loop(const LoopRanking& ranking)
{
    using enum Presentation;
    constexpr static std::array preferred_first{interpolate, render_tick, step_ahead, extrapolate, latest};
    const auto sort_key = [&](std::size_t i)
    {
        const Candidate& candidate = ranking.candidates[i];
        return std::tuple{
            !is_smooth_as_baseline(ranking, candidate), std::ranges::find(preferred_first, candidate.loop.presentation),
            !have_compatible_rates(candidate, ranking.baseline()), candidate.hz(), tie_break_key(candidate)};
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < ranking.candidates.size(); ++i)
        if (!ranking.candidates[i].has_veto() && !ranking.candidates[i].exceeds_max_age &&
            (!best || sort_key(i) < sort_key(*best)))
            best = i;
    return best;
}

} // namespace

double extra_jumps_per_minute(const LoopRanking& ranking, const Candidate& candidate)
{
    return candidate.jumps_per_minute - ranking.baseline().jumps_per_minute;
}

bool has_fitting_rate(const LoopRanking& ranking, const Candidate& candidate)
{
    if (!candidate.has_rate()) return true;
    const double step_ms = to_millis(step_ns(candidate.loop.rate()));
    const double steps_per_frame = to_millis(ranking.median_frame_time) / step_ms;
    if (steps_per_frame <= 0.0 || ranking.frame_time_standard_deviation_ms >= max_frame_deviation_in_steps * step_ms)
        return false;
    const double ratio_at_least_one = steps_per_frame < 1.0 ? 1.0 / steps_per_frame : steps_per_frame;
    return std::abs(ratio_at_least_one / std::round(ratio_at_least_one) - 1.0) <= max_relative_rate_error;
}

bool is_smooth_as_baseline(const LoopRanking& ranking, const Candidate& candidate)
{
    if (candidate.animation_error_difference_ms.high > animation_error_tolerance_ms) return false;
    return candidate.loop.presentation != Presentation::latest ||
           (extra_jumps_per_minute(ranking, candidate) < min_visible_extra_jumps_per_minute &&
            has_fitting_rate(ranking, candidate));
}

bool has_many_hitches(const LoopRanking& ranking)
{
    return static_cast<double>(ranking.frame_count - ranking.frame_count_outside_hitches) >
           max_share_near_hitches * static_cast<double>(ranking.frame_count);
}

bool is_engine_specific_loop(const Candidate& candidate)
{
    return candidate.loop_preset().group == PresetGroup::engines && !is_refresh_snapped(candidate);
}

std::tuple<int, PresetId, double> tie_break_key(const Candidate& candidate)
{
    const PresetGroup group = candidate.loop_preset().group;
    const int group_order = group == PresetGroup::literature ? 0
                            : is_refresh_snapped(candidate)  ? 1
                            : group == PresetGroup::articles ? 2
                                                             : 3;
    return {group_order, candidate.preset, candidate.hz()};
}

bool is_same_loop(const Candidate& a, const Candidate& b)
{
    return a.preset == b.preset && a.loop.rate() == b.loop.rate() && a.command == b.command;
}

bool have_compatible_rates(const Candidate& a, const Candidate& b)
{
    return !a.has_rate() || !b.has_rate() || a.loop.rate() == b.loop.rate();
}

std::string_view presentation_drawback(Presentation presentation)
{
    switch (presentation)
    {
    case Presentation::render_tick: return "a copy of the world and one more step for every frame";
    case Presentation::step_ahead: return "input that appears up to a step later";
    case Presentation::extrapolate: return "a wrong position at every collision";
    case Presentation::interpolate:
    case Presentation::latest: break;
    }
    return "";
}

std::size_t interpolated_baseline_index(const LoopRanking& ranking)
{
    const auto& candidates = ranking.candidates;
    std::vector<std::size_t> interpolated_indices; // candidates with the loop `interpolated`; lowest rate first
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (is_interpolated(candidates[i])) interpolated_indices.push_back(i);
    const auto has_veto = [&](std::size_t i)
    { return !vetoes_without_baseline(candidates[i], ranking.options).empty(); };
    if (!std::ranges::all_of(interpolated_indices, has_veto)) std::erase_if(interpolated_indices, has_veto);
    std::ranges::sort(interpolated_indices, {}, [&](std::size_t i) { return candidates[i].hz(); });
    const auto nearest = std::ranges::min_element(
        interpolated_indices, {},
        [&](std::size_t i) { return std::abs(std::log(candidates[i].hz() / preferred_step_hz)); });

    if (ranking.options.step_cost)
    {
        std::size_t best = interpolated_indices.front();
        double lowest_animation_error_ms =
            std::numeric_limits<double>::infinity(); // at the affordable rates from 60 Hz up
        for (const std::size_t i : interpolated_indices)
        {
            const Candidate& candidate = candidates[i];
            if (candidate.step_load > max_baseline_step_time_share ||
                candidate.animation_error_mean_ms > lowest_animation_error_ms + animation_error_tolerance_ms)
                continue;
            best = i;
            if (candidate.hz() >= preferred_step_hz)
                lowest_animation_error_ms = std::min(lowest_animation_error_ms, candidate.animation_error_mean_ms);
        }
        return best;
    }
    const auto within_max_age = std::find_if(nearest, interpolated_indices.end(),
                                             [&](std::size_t i) { return !candidates[i].exceeds_max_age; });
    return within_max_age == interpolated_indices.end() ? *nearest : *within_max_age;
}

void set_vetoes(LoopRanking& ranking)
{
    for (Candidate& candidate : ranking.candidates)
        candidate.vetoes = vetoes_of(candidate, ranking.baseline(), ranking.options);
}

void compare_with_baseline(LoopRanking& ranking, const AnimationErrorsByCandidate& errors_ms,
                           std::span<const std::uint8_t> near_hitch_flags)
{
    for (std::size_t i = 0; i < ranking.candidates.size(); ++i)
    {
        Candidate& candidate = ranking.candidates[i];
        const auto differences =
            animation_error_differences(errors_ms[i], errors_ms[ranking.baseline_index], near_hitch_flags);
        candidate.animation_error_difference_ms =
            recordings::bootstrap_mean_interval(differences, bootstrap_block_length(differences, ranking));
        candidate.is_tied_with_baseline =
            candidate.animation_error_difference_ms.low >= -animation_error_tolerance_ms &&
            is_smooth_as_baseline(ranking, candidate);
    }
}

void mark_pareto_optima(LoopRanking& ranking)
{
    const auto is_eligible = [&](const Candidate& candidate)
    {
        return !candidate.has_veto() && !candidate.exceeds_max_age &&
               (ranking.options.max_age || presentation_drawback(candidate.loop.presentation).empty());
    };
    std::vector<Candidate*> undominated;
    for (Candidate& candidate : ranking.candidates)
        if (is_eligible(candidate) &&
            std::ranges::none_of(ranking.candidates, [&](const Candidate& other)
                                 { return is_eligible(other) && dominates(other, candidate); }))
            undominated.push_back(&candidate);
    std::ranges::sort(undominated, {},
                      [](const Candidate* candidate) {
                          return std::pair{!is_interpolated(*candidate), tie_break_key(*candidate)};
                      });
    const auto baseline = std::ranges::find(undominated, &ranking.candidates[ranking.baseline_index]);
    if (baseline != undominated.end()) std::rotate(undominated.begin(), baseline, baseline + 1);
    for (Candidate* candidate : undominated)
        candidate->is_pareto_optimal = std::ranges::none_of(
            undominated, [&](const Candidate* other)
            { return other->is_pareto_optimal && are_equal_within_tolerances(*other, *candidate); });
}

bool is_long_enough(const LoopRanking& ranking)
{
    return ranking.duration >= min_recording_length &&
           ranking.frame_count_outside_hitches >= min_frames_outside_hitches;
}

Recommendation choose_recommendation_ignoring_length(const LoopRanking& ranking)
{
    using enum RecommendationKind;
    if (const auto without_blending = find_unblended_loop(ranking))
        return {.kind = no_blending, .candidate_index = without_blending};
    const Candidate& baseline = ranking.baseline();
    if (const auto within_max_age = baseline.exceeds_max_age ? find_low_latency_loop(ranking) : std::nullopt)
        return {.kind = lower_latency, .candidate_index = within_max_age};
    if (baseline.has_veto()) return {.kind = all_vetoed};
    return {.kind = interpolated, .candidate_index = ranking.baseline_index};
}

} // namespace ranking::recommendation_rule
