#include "recordings/rank/rule.hpp"

#include "recordings/facts/statistics.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace recordings::rule
{

namespace
{

using namespace timestep;

bool is_interpolated(const Candidate& c) { return c.name() == presets::interpolated.name; }
bool is_refresh_snapped(const Candidate& c) { return c.name() == presets::refresh_snapped.name; }

// A veto is a reason never to recommend a loop. Returns the vetoes that need no comparison with the baseline.
std::vector<std::string> vetoes_without_baseline(const Candidate& c, const RankOptions& options)
{
    std::vector<std::string> vetoes;
    if (carries_of(c.loop.stepper) == Carries::no_clock) vetoes.emplace_back("no clock of its own");
    if (!std::isfinite(c.overload_ms)) vetoes.emplace_back("spiral of death");
    if (!c.is_reproducible && !options.allows_irreproducible) vetoes.emplace_back("not reproducible");
    return vetoes;
}

std::vector<std::string> vetoes_of(const Candidate& c, const Candidate& baseline, const RankOptions& options)
{
    std::vector<std::string> vetoes = vetoes_without_baseline(c, options);
    const double added_lost_percent = c.lost_percent - baseline.lost_percent;
    if (added_lost_percent > max_lost_percent)
        vetoes.push_back(fmt::format("loses {:.1f} % of the time", added_lost_percent));
    if (added_lost_percent < -max_lost_percent)
        vetoes.push_back(fmt::format("gains {:.1f} % of the time", -added_lost_percent));
    return vetoes;
}

// Returns the differences a[i] - b[i] of the animation errors of two loops, in ms. Leaves out frames with an unknown
// error, hitches, and the frames next to hitches.
std::vector<double> error_differences(const std::vector<float>& a, const std::vector<float>& b,
                                      std::span<const std::uint8_t> near_hitch_flags)
{
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (near_hitch_flags[i] == 0 && !std::isnan(a[i]) && !std::isnan(b[i]))
            differences.push_back(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    return differences;
}

// Returns the number of consecutive values in a bootstrap block. A block is at least one second long, because errors
// have a slow periodic pattern if frame rate and step rate are nearly equal.
std::size_t bootstrap_block_length(std::span<const double> values, const Ranking& r)
{
    const auto frames_per_second = static_cast<double>(r.frame_count) / std::max(timestep::to_seconds(r.length), 1.0);
    return std::max(optimal_block_length(values), static_cast<std::size_t>(frames_per_second));
}

// True if `a` is better than `b` in smoothness, latency or work, and worse in none (Pareto). Ignores small differences.
bool dominates(const Candidate& a, const Candidate& b)
{
    const bool is_no_worse = a.roughness_ms <= b.roughness_ms + equal_roughness_ms &&
                             a.latency_ms <= b.latency_ms + equal_latency_ms &&
                             a.steps_per_s <= b.steps_per_s * equal_work_factor;
    const bool is_better = a.roughness_ms < b.roughness_ms - equal_roughness_ms ||
                           a.latency_ms < b.latency_ms - equal_latency_ms ||
                           a.steps_per_s * equal_work_factor < b.steps_per_s;
    return is_no_worse && is_better;
}

bool are_equal(const Candidate& a, const Candidate& b)
{
    return std::abs(a.roughness_ms - b.roughness_ms) <= equal_roughness_ms &&
           std::abs(a.latency_ms - b.latency_ms) <= equal_latency_ms &&
           a.steps_per_s <= b.steps_per_s * equal_work_factor && b.steps_per_s <= a.steps_per_s * equal_work_factor;
}

double distance_to_preferred_rate(const Candidate& c) { return std::abs(std::log(c.hz() / preferred_hz)); }

// Returns the best loop that draws its newest state and is as smooth as the baseline. It must run at the baseline's
// rate, at 60 Hz, or without a step rate. The loop of an engine must be smoother than the baseline by over 0.5 ms.
// Returns std::nullopt if there is no such loop or the recording has many hitches.
std::optional<std::size_t> find_loop_without_blending(const Ranking& r)
{
    if (has_many_hitches(r)) return std::nullopt;
    const Candidate& baseline = r.candidates[r.baseline_index];
    std::vector<std::size_t> eligible;
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
    {
        const Candidate& c            = r.candidates[i];
        const bool has_allowed_rate   = have_same_rate_or_one_has_none(c, baseline) || c.hz() == preferred_hz;
        const bool has_allowed_origin = !is_engine_loop(c) || c.roughness_difference_ms.high < -equal_roughness_ms;
        if (has_allowed_rate && has_allowed_origin && c.loop.presentation == Presentation::latest && !c.has_veto() &&
            !c.is_too_old && is_as_smooth_as_baseline(r, c))
            eligible.push_back(i);
    }
    const auto best =
        std::ranges::min_element(eligible, {}, [&](std::size_t i) { return tie_sort_key(r.candidates[i]); });
    return best == eligible.end() ? std::nullopt : std::optional{*best};
}

// Returns the rank of a presentation by its disadvantage: 0 for the smallest. `latest` is last, because it is smooth
// only if all frame times are equal.
std::ptrdiff_t drawback_rank(Presentation p)
{
    using enum Presentation;
    constexpr std::array by_drawback{interpolate, render_tick, step_ahead, extrapolate, latest};
    return std::ranges::find(by_drawback, p) - by_drawback.begin();
}

// Returns the best candidate whose displayed frames and input are not older than RankOptions::max_age. Prefers, in this
// order: smooth loops, a small disadvantage of the presentation, the baseline's step rate, a low step rate.
std::optional<std::size_t> find_within_max_age(const Ranking& r)
{
    const auto sort_key = [&](std::size_t i)
    {
        const Candidate& c = r.candidates[i];
        return std::tuple{!is_as_smooth_as_baseline(r, c), drawback_rank(c.loop.presentation),
                          !have_same_rate_or_one_has_none(c, r.candidates[r.baseline_index]), c.hz(), tie_sort_key(c)};
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
        if (!r.candidates[i].has_veto() && !r.candidates[i].is_too_old && (!best || sort_key(i) < sort_key(*best)))
            best = i;
    return best;
}

} // namespace

double jumps_per_minute_above_baseline(const Ranking& r, const Candidate& c)
{
    return c.jumps_per_minute - r.candidates[r.baseline_index].jumps_per_minute;
}

bool frame_rate_matches_steps(const Ranking& r, const Candidate& c)
{
    if (!c.has_rate()) return true;
    const double step_ms = to_millis(step_ns(c.loop.rate()));
    const double ratio   = to_millis(r.median_frame_time) / step_ms;
    if (ratio <= 0.0 || r.frame_deviation_ms >= max_frame_deviation_in_steps * step_ms) return false;
    const double ratio_over_one = ratio < 1.0 ? 1.0 / ratio : ratio;
    return std::abs(ratio_over_one / std::round(ratio_over_one) - 1.0) <= max_rate_error;
}

bool is_as_smooth_as_baseline(const Ranking& r, const Candidate& c)
{
    if (c.roughness_difference_ms.high > equal_roughness_ms) return false;
    return c.loop.presentation != Presentation::latest ||
           (jumps_per_minute_above_baseline(r, c) < min_visible_jumps_per_minute && frame_rate_matches_steps(r, c));
}

bool has_many_hitches(const Ranking& r)
{
    return static_cast<double>(r.frame_count - r.frame_count_outside_hitches) >
           max_share_near_hitches * static_cast<double>(r.frame_count);
}

bool is_engine_loop(const Candidate& c) { return c.loop_preset().group == Group::engines && !is_refresh_snapped(c); }

std::tuple<int, LoopId, double> tie_sort_key(const Candidate& c)
{
    const Group group     = c.loop_preset().group;
    const int group_order = group == Group::literature ? 0
                            : is_refresh_snapped(c)    ? 1
                            : group == Group::articles ? 2
                                                       : 3;
    return {group_order, c.preset, c.hz()};
}

bool is_same_loop(const Candidate& a, const Candidate& b)
{
    return a.preset == b.preset && a.loop.rate() == b.loop.rate();
}

bool have_same_rate_or_one_has_none(const Candidate& a, const Candidate& b)
{
    return !a.has_rate() || !b.has_rate() || a.loop.rate() == b.loop.rate();
}

std::string_view drawback_or_empty(Presentation p)
{
    switch (p)
    {
    case Presentation::render_tick: return "a copy of the world and one more step for every frame";
    case Presentation::step_ahead: return "input that appears up to a step later";
    case Presentation::extrapolate: return "a wrong position at every collision";
    case Presentation::interpolate:
    case Presentation::latest: break;
    }
    return "";
}

std::size_t choose_baseline_index(const Ranking& r)
{
    const auto& candidates = r.candidates;
    std::vector<std::size_t> interpolated; // candidates with the loop `interpolated`; lowest rate first
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (is_interpolated(candidates[i])) interpolated.push_back(i);
    const auto has_veto = [&](std::size_t i) { return !vetoes_without_baseline(candidates[i], r.options).empty(); };
    if (!std::ranges::all_of(interpolated, has_veto)) std::erase_if(interpolated, has_veto);
    std::ranges::sort(interpolated, {}, [&](std::size_t i) { return candidates[i].hz(); });
    const auto nearest = std::ranges::min_element(
        interpolated, {}, [&](std::size_t i) { return distance_to_preferred_rate(candidates[i]); });

    if (r.options.step_cost)
    {
        const auto affordable = std::ranges::find_if(interpolated.rbegin(), interpolated.rend(),
                                                     [&](std::size_t i) { return candidates[i].load <= max_load; });
        return affordable == interpolated.rend() ? interpolated.front() : *affordable;
    }
    const auto young =
        std::find_if(nearest, interpolated.end(), [&](std::size_t i) { return !candidates[i].is_too_old; });
    return young == interpolated.end() ? *nearest : *young;
}

void mark_vetoes_and_ties(Ranking& r, const AnimationErrors& errors_ms, std::span<const std::uint8_t> near_hitch_flags)
{
    const Candidate& baseline = r.candidates[r.baseline_index];
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
    {
        Candidate& c              = r.candidates[i];
        c.vetoes                  = vetoes_of(c, baseline, r.options);
        const auto differences    = error_differences(errors_ms[i], errors_ms[r.baseline_index], near_hitch_flags);
        c.roughness_difference_ms = bootstrap_interval_of_mean(differences, bootstrap_block_length(differences, r));
        c.is_tied = c.roughness_difference_ms.low >= -equal_roughness_ms && is_as_smooth_as_baseline(r, c);
    }
}

void mark_pareto_front(Ranking& r)
{
    const auto is_eligible = [&](const Candidate& c)
    { return !c.has_veto() && !c.is_too_old && (r.options.max_age || drawback_or_empty(c.loop.presentation).empty()); };
    std::vector<Candidate*> undominated;
    for (Candidate& c : r.candidates)
        if (is_eligible(c) && std::ranges::none_of(r.candidates, [&](const Candidate& other)
                                                   { return is_eligible(other) && dominates(other, c); }))
            undominated.push_back(&c);
    std::ranges::sort(undominated, {},
                      [](const Candidate* c) {
                          return std::pair{!is_interpolated(*c), tie_sort_key(*c)};
                      });
    const auto baseline = std::ranges::find(undominated, &r.candidates[r.baseline_index]);
    if (baseline != undominated.end()) std::rotate(undominated.begin(), baseline, baseline + 1);
    for (Candidate* c : undominated)
        c->is_pareto_optimal = std::ranges::none_of(undominated, [&](const Candidate* other)
                                                    { return other->is_pareto_optimal && are_equal(*other, *c); });
}

bool is_long_enough_and_not_generated(const Ranking& r)
{
    return !r.generation && r.length >= min_length && r.frame_count_outside_hitches >= min_frames;
}

Recommendation recommendation_without_texts(const Ranking& r)
{
    using enum RecommendationKind;
    if (const auto newest = find_loop_without_blending(r)) return {.kind = no_blending, .candidate_index = newest};
    const Candidate& baseline = r.candidates[r.baseline_index];
    if (const auto young = baseline.is_too_old ? find_within_max_age(r) : std::nullopt)
        return {.kind = latency, .candidate_index = young};
    if (baseline.has_veto()) return {.kind = none};
    return {.kind = interpolated, .candidate_index = r.baseline_index};
}

} // namespace recordings::rule
