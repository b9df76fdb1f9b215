#include "recordings/rank/rule.hpp"

#include "recordings/facts/statistics.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace recordings::rule
{

namespace
{

using namespace timestep;

bool is_interpolated(const Candidate& c) { return c.name() == presets::interpolated.name; }
bool is_refresh_snapped(const Candidate& c) { return c.name() == presets::refresh_snapped.name; }

// The vetoes that do not depend on the loop with which all are compared.
std::vector<std::string> own_vetoes(const Candidate& c, const RankOptions& options)
{
    std::vector<std::string> all;
    if (carries_of(c.loop.stepper) == Carries::no_clock) all.emplace_back("no clock of its own");
    if (!std::isfinite(c.overload_ms)) all.emplace_back("can spiral for ever");
    if (!c.reproducible && !options.allow_irreproducible) all.emplace_back("not reproducible");
    return all;
}

bool has_own_veto(const Candidate& c, const RankOptions& options) { return !own_vetoes(c, options).empty(); }

std::vector<std::string> vetoes_of(const Candidate& c, const Candidate& measure, const RankOptions& options)
{
    std::vector<std::string> all = own_vetoes(c, options);
    const double lost            = c.lost_percent - measure.lost_percent;
    if (lost > most_lost) all.push_back(fmt::format("loses {:.1f} % of the time", lost));
    if (lost < -most_lost) all.push_back(fmt::format("gains {:.1f} % of the time", -lost));
    return all;
}

// The differences a[i] - b[i] of the animation errors in ms of two candidates. Leaves out hitches, the frames next to
// hitches, and frames without a known error.
std::vector<double> differences(const std::vector<float>& a, const std::vector<float>& b,
                                std::span<const std::uint8_t> around_hitches)
{
    std::vector<double> all;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (around_hitches[i] == 0 && !std::isnan(a[i]) && !std::isnan(b[i]))
            all.push_back(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    return all;
}

// The number of successive values in a block of the block bootstrap. A block is at least one second long, because the
// errors change in a slow periodic pattern if frame rate and step rate are nearly equal.
std::size_t block_of(std::span<const double> values, const Ranking& r)
{
    const auto second = static_cast<double>(r.frames) / std::max(timestep::to_seconds(r.length), 1.0);
    return std::max(block_length(values), static_cast<std::size_t>(second));
}

double work_of(const Candidate& c) { return c.steps_per_s; }

// True if candidate `a` is better than `b` in smoothness, latency or work, and not worse in any of these. Small
// differences do not count.
bool beats(const Candidate& a, const Candidate& b)
{
    const bool no_worse = a.smoothness_ms <= b.smoothness_ms + same_ms &&
                          a.latency_ms <= b.latency_ms + same_latency_ms && work_of(a) <= work_of(b) * same_work;
    const bool better = a.smoothness_ms < b.smoothness_ms - same_ms || a.latency_ms < b.latency_ms - same_latency_ms ||
                        work_of(a) * same_work < work_of(b);
    return no_worse && better;
}

// True if two candidates are equal in smoothness, latency and work, apart from small differences.
bool same(const Candidate& a, const Candidate& b)
{
    return std::abs(a.smoothness_ms - b.smoothness_ms) <= same_ms &&
           std::abs(a.latency_ms - b.latency_ms) <= same_latency_ms && work_of(a) <= work_of(b) * same_work &&
           work_of(b) <= work_of(a) * same_work;
}

double distance_to_usual(const Candidate& c) { return std::abs(std::log(c.hz() / usual_hz)); }

// The best loop that draws its newest state, not a blend of two states, and is as smooth as the loop with which all are
// compared (Ranking::measure, `interpolated` at one rate). Only loops at the rate of that loop, at 60 Hz or without a
// step rate are possible, and the loop of an engine only if it is smoother than that loop by more than 0.5 ms. Nothing
// if there is none, or if there are many hitches.
std::optional<std::size_t> without_blending(const Ranking& r)
{
    if (has_many_hitches(r)) return std::nullopt;
    const Candidate& measure = r.candidates[r.measure];
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
    {
        const Candidate& c = r.candidates[i];
        const bool rate    = at_rate_of(c, measure) || c.hz() == usual_hz;
        const bool tied    = is_plain(c) || c.rougher.high < -same_ms;
        if (rate && tied && c.loop.presentation == Presentation::latest && !c.vetoed() && !c.too_old && is_smooth(r, c))
            all.push_back(i);
    }
    const auto best = std::ranges::min_element(all, {}, [&](std::size_t i) { return tie_order(r.candidates[i]); });
    return best == all.end() ? std::nullopt : std::optional{*best};
}

// The place of a presentation in the order of disadvantages; 0 is the smallest disadvantage. `latest` comes last,
// because it is smooth only if all frames are equally long.
std::ptrdiff_t place_of_price(Presentation p)
{
    using enum Presentation;
    constexpr std::array dearer{interpolate, render_tick, step_ahead, extrapolate, latest};
    return std::ranges::find(dearer, p) - dearer.begin();
}

// The best candidate whose pictures are at most RankOptions::max_age old. The first criterion is smoothness, then a
// small disadvantage of its presentation, then the step rate of Ranking::measure (the candidate with which all are
// compared), then a low step rate.
std::optional<std::size_t> young_enough(const Ranking& r)
{
    const auto rank = [&](std::size_t i)
    {
        const Candidate& c = r.candidates[i];
        return std::tuple{!is_smooth(r, c), place_of_price(c.loop.presentation),
                          !at_rate_of(c, r.candidates[r.measure]), c.hz(), tie_order(c)};
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
        if (!r.candidates[i].vetoed() && !r.candidates[i].too_old && (!best || rank(i) < rank(*best))) best = i;
    return best;
}

} // namespace

double added_jumps(const Ranking& r, const Candidate& c)
{
    return c.jumps_per_minute - r.candidates[r.measure].jumps_per_minute;
}

bool keeps_rate(const Ranking& r, const Candidate& c)
{
    if (!c.has_rate()) return true;
    const double step_ms = to_millis(step_ns(c.loop.rate()));
    const double ratio   = to_millis(r.usual_frame) / step_ms;
    if (ratio <= 0.0 || r.frame_spread >= most_spread_in_steps * step_ms) return false;
    const double times = ratio < 1.0 ? 1.0 / ratio : ratio;
    return std::abs(times / std::round(times) - 1.0) <= most_off_rate;
}

bool is_smooth(const Ranking& r, const Candidate& c)
{
    if (c.rougher.high > same_ms) return false;
    return c.loop.presentation != Presentation::latest ||
           (added_jumps(r, c) < fewest_visible_jumps && keeps_rate(r, c));
}

bool has_many_hitches(const Ranking& r)
{
    return static_cast<double>(r.frames - r.outside) > most_around_hitches * static_cast<double>(r.frames);
}

bool is_plain(const Candidate& c) { return c.loop_preset().group != Group::engines || is_refresh_snapped(c); }

std::tuple<int, LoopId, double> tie_order(const Candidate& c)
{
    const Group group = c.loop_preset().group;
    const int place   = group == Group::literature ? 0 : is_refresh_snapped(c) ? 1 : group == Group::articles ? 2 : 3;
    return {place, c.preset, c.hz()};
}

bool is_same_loop(const Candidate& a, const Candidate& b)
{
    return a.preset == b.preset && a.loop.rate() == b.loop.rate();
}

bool at_rate_of(const Candidate& a, const Candidate& b)
{
    return !a.has_rate() || !b.has_rate() || a.loop.rate() == b.loop.rate();
}

std::string_view price_of(Presentation p)
{
    switch (p)
    {
    case Presentation::render_tick: return "a copy of the world and one more step for every frame";
    case Presentation::step_ahead: return "input that shows up to a step later";
    case Presentation::extrapolate: return "a wrong guess at every collision";
    case Presentation::interpolate:
    case Presentation::latest: break;
    }
    return "";
}

std::size_t measure_of(const Ranking& r)
{
    const auto& all = r.candidates;
    std::vector<std::size_t> rates; // indices of the candidates with the loop `interpolated`, lowest rate first
    for (std::size_t i = 0; i < all.size(); ++i)
        if (is_interpolated(all[i])) rates.push_back(i);
    if (std::ranges::any_of(rates, [&](std::size_t i) { return !has_own_veto(all[i], r.options); }))
        std::erase_if(rates, [&](std::size_t i) { return has_own_veto(all[i], r.options); });
    std::ranges::sort(rates, {}, [&](std::size_t i) { return all[i].hz(); });
    const auto usual = std::ranges::min_element(rates, {}, [&](std::size_t i) { return distance_to_usual(all[i]); });

    if (r.options.step_cost)
    {
        const auto affordable =
            std::ranges::find_if(rates.rbegin(), rates.rend(), [&](std::size_t i) { return all[i].load <= most_load; });
        return affordable == rates.rend() ? rates.front() : *affordable;
    }
    const auto young = std::find_if(usual, rates.end(), [&](std::size_t i) { return !all[i].too_old; });
    return young == rates.end() ? *usual : *young;
}

void mark_vetoes_and_ties(Ranking& r, const Errors& errors, std::span<const std::uint8_t> around_hitches)
{
    const Candidate& measure = r.candidates[r.measure];
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
    {
        Candidate& c   = r.candidates[i];
        c.vetoes       = vetoes_of(c, measure, r.options);
        const auto all = differences(errors[i], errors[r.measure], around_hitches);
        c.rougher      = interval_of_mean(all, block_of(all, r));
        c.tied         = c.rougher.low >= -same_ms && is_smooth(r, c);
    }
}

void mark_front(Ranking& r)
{
    const auto may_be = [&](const Candidate& c)
    { return !c.vetoed() && !c.too_old && (r.options.max_age || price_of(c.loop.presentation).empty()); };
    std::vector<Candidate*> unbeaten;
    for (Candidate& c : r.candidates)
        if (may_be(c) && std::ranges::none_of(r.candidates,
                                              [&](const Candidate& other) { return may_be(other) && beats(other, c); }))
            unbeaten.push_back(&c);
    std::ranges::sort(unbeaten, {}, [](const Candidate* c) { return std::pair{!is_interpolated(*c), tie_order(*c)}; });
    const auto measure = std::ranges::find(unbeaten, &r.candidates[r.measure]);
    if (measure != unbeaten.end()) std::rotate(unbeaten.begin(), measure, measure + 1);
    for (Candidate* c : unbeaten)
        c->front =
            std::ranges::none_of(unbeaten, [&](const Candidate* other) { return other->front && same(*other, *c); });
}

bool is_decidable(const Ranking& r) { return !r.generation && r.length >= least_length && r.outside >= least_frames; }

Decision decision_of(const Ranking& r)
{
    if (const auto newest = without_blending(r)) return {Answer::no_blending, newest};
    const Candidate& measure = r.candidates[r.measure];
    if (const auto young = measure.too_old ? young_enough(r) : std::nullopt) return {Answer::latency, young};
    if (measure.vetoed()) return {Answer::none, std::nullopt};
    return {Answer::interpolated, r.measure};
}

} // namespace recordings::rule
