// Formats the recommendation of a loop and a step rate as sentences.
#include "catalogue/description.hpp"
#include "recordings/rank/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace recordings
{

namespace
{

using namespace timestep;

std::string rate_text(Rate rate)
{
    return rate.num % rate.den == 0 ? fmt::to_string(rate.num / rate.den) : fmt::format("{}/{}", rate.num, rate.den);
}

std::string factor_text(double factor)
{
    if (std::abs(factor - 2.0) < 0.05) return "twice";
    return fmt::format("{:.2g} times", factor);
}

std::string jumps_per_minute_text(double per_minute) { return jumps_per_minute_digits(per_minute) + " jumps a minute"; }

std::string motion_text(const Candidate& c)
{
    return fmt::format("its animation error is {:.2f} ms a frame, with {}", c.roughness_ms,
                       jumps_per_minute_text(c.jumps_per_minute));
}

std::string steps_text(const Candidate& c)
{
    const std::string load_text =
        std::isnan(c.load) ? "" : fmt::format(", which cost {:.0f} % of the time", 100.0 * c.load);
    return fmt::format("it runs {:.0f} steps a second{}", c.steps_per_s, load_text);
}

std::string ages_text(const Candidate& c)
{
    return fmt::format("its frames show a state {:.1f} ms old and input {:.1f} ms old", c.latency_ms, c.input_age_ms);
}

std::string roughness_difference_text(const Candidate& c)
{
    return signed_ms_interval_text_without_unit(c.roughness_difference_ms) + " ms";
}

std::string drawback_sentence(const Candidate& c)
{
    const std::string_view drawback = rule::drawback_or_empty(c.loop.presentation);
    return drawback.empty() ? "" : fmt::format(" Its cost is {}.", drawback);
}

// Explains what interpolation gains, compared with the best loop that draws its newest state. Can be empty.
std::string blending_reason_sentence(const Ranking& r, const Candidate& baseline)
{
    if (rule::has_many_hitches(r))
        return fmt::format(
            " It is unknown whether a loop without blending is as smooth: {:.0f} % of the frames are hitches "
            "or next to one.",
            100.0 * static_cast<double>(r.frame_count - r.frame_count_outside_hitches) /
                static_cast<double>(r.frame_count));
    const auto sort_key = [&](const Candidate& c)
    {
        return std::tuple{!rule::is_as_smooth_as_baseline(r, c),
                          std::max(c.roughness_difference_ms.high, rule::equal_roughness_ms), rule::tie_sort_key(c)};
    };
    const Candidate* best = nullptr;
    for (const Candidate& c : r.candidates)
        if (!c.has_veto() && c.loop.presentation == Presentation::latest &&
            rule::have_same_rate_or_one_has_none(c, baseline) && (best == nullptr || sort_key(c) < sort_key(*best)))
            best = &c;
    if (best == nullptr) return "";
    if (rule::is_as_smooth_as_baseline(r, *best) && rule::is_engine_loop(*best) &&
        best->latency_ms < baseline.latency_ms)
        return fmt::format(" Without blending the loop of an engine, {}, is as smooth on these frames, and its "
                           "frames are {:.1f} ms newer.",
                           best->name(), baseline.latency_ms - best->latency_ms);
    std::vector<std::string> reasons;
    if (best->roughness_difference_ms.high > rule::equal_roughness_ms)
        reasons.push_back("is rougher by " + roughness_difference_text(*best));
    if (rule::jumps_per_minute_above_baseline(r, *best) >= rule::min_visible_jumps_per_minute)
        reasons.push_back("adds " + jumps_per_minute_text(rule::jumps_per_minute_above_baseline(r, *best)));
    if (!rule::frame_rate_matches_steps(r, *best))
        reasons.emplace_back("needs a constant frame rate that matches its steps, which these frames do not have");
    if (reasons.empty()) return "";
    return fmt::format(" Interpolation is needed: without it, the best loop at this rate, {}, {}.", best->name(),
                       fmt::join(reasons, ", and "));
}

std::string figures_sentence(const Candidate& c)
{
    return fmt::format(" With {}, {}, {}, and {}.{}", title_of(c), motion_text(c), ages_text(c), steps_text(c),
                       drawback_sentence(c));
}

std::string undecided_text(const Candidate& a, const Candidate& b)
{
    return fmt::format("Cannot decide between {} and {}: the first is best for the whole recording, the second for one "
                       "half of it, or for a copy with 1 % noise in the frame times.{}{}",
                       title_of(a), title_of(b), figures_sentence(a), figures_sentence(b));
}

// States that the loop is that of a game engine, and what this engine promises. Empty for other loops.
std::string engine_sentence(const Candidate& c)
{
    if (!rule::is_engine_loop(c)) return "";
    return fmt::format(" {} is the loop of an engine: {}", c.name(), catalogue::description_of(c.name()).promise);
}

std::string recommendation_text(const Ranking& r, const Candidate& c)
{
    const Candidate& baseline  = r.candidates[r.baseline_index];
    const std::string use_loop = fmt::format("Use {}: ", title_of(c));
    switch (r.recommendation.kind)
    {
    case RecommendationKind::undecided: return undecided_text(c, r.candidates[*r.recommendation.alternative_index]);
    case RecommendationKind::no_blending:
        return fmt::format("Interpolation is not needed here. {}{}. With {}, the animation error is {:.2f} ms a frame, "
                           "with {}. The loop {} keeps no previous state, {}, and {}. On a display with another "
                           "refresh rate, it stutters.{}",
                           use_loop, motion_text(c), title_of(baseline), baseline.roughness_ms,
                           jumps_per_minute_text(baseline.jumps_per_minute), c.name(), ages_text(c), steps_text(c),
                           engine_sentence(c));
    case RecommendationKind::latency:
        return fmt::format("{}{}, within the age limit of {:g} ms, which {} exceeds. It is {}, and {}.{}{}", use_loop,
                           ages_text(c), to_millis(*r.options.max_age), baseline.name(),
                           rule::is_as_smooth_as_baseline(r, c) ? "as smooth"
                                                                : "rougher by " + roughness_difference_text(c),
                           steps_text(c), drawback_sentence(c), engine_sentence(c));
    default: break;
    }
    const std::string age_limit_sentence =
        c.is_too_old
            ? fmt::format(
                  "Every loop that can be recommended shows a state or an input older than the limit of {:g} ms. ",
                  to_millis(*r.options.max_age))
            : "";
    return fmt::format("{}{}{}, which is no more than the variation of the frame times; {}, and {}.{}",
                       age_limit_sentence, use_loop, motion_text(c), ages_text(c), steps_text(c),
                       blending_reason_sentence(r, baseline));
}

std::string no_recommendation_text(const Ranking& r)
{
    if (r.generation)
        return "No recommendation. " + in_words(*r.generation) +
               " Add --pairs to rank the game's own frames, or --timing displayed to rank the displayed frames.";
    if (r.recommendation.kind == RecommendationKind::none)
        return "No recommendation: every loop has a veto (a reason against it).";
    return fmt::format(
        "No recommendation: the recording is too short, with {:.1f} s and {} frames, not counting hitches. "
        "Record at least {:g} s and {} frames.",
        to_seconds(r.length), r.frame_count_outside_hitches, to_seconds(rule::min_length), rule::min_frames);
}

// Names the loops that are as smooth as the chosen loop at the same rate, or states their number if it is over three.
std::string ties_sentence(const Ranking& r, const Candidate& chosen)
{
    constexpr std::size_t max_names = 3;
    std::vector<std::string_view> names;
    for (const Candidate& c : r.candidates)
        if (&c != &chosen && c.is_tied && !c.has_veto() && rule::have_same_rate_or_one_has_none(c, chosen))
            names.push_back(c.name());
    if (names.empty()) return "";
    if (names.size() > max_names) return fmt::format("Equally smooth: {} other loops.", names.size());
    std::ranges::sort(names);
    return fmt::format("Equally smooth: {}.", fmt::join(names, ", "));
}

// Lists loops with at least 4 ms less latency than the chosen loop, and their disadvantages, such as wrong positions at
// collisions. Lists only the best loop of each presentation (how the drawn state is computed).
std::string latency_sentence(const Ranking& r, const Candidate& chosen)
{
    std::vector<std::string> alternatives;
    for (const Presentation p : all_presentations)
    {
        const auto best_with_presentation =
            std::ranges::find_if(r.candidates,
                                 [&](const Candidate& c)
                                 {
                                     return c.loop.presentation == p && !c.has_veto() &&
                                            rule::is_as_smooth_as_baseline(r, c) &&
                                            rule::have_same_rate_or_one_has_none(c, chosen);
                                 });
        if (rule::drawback_or_empty(p).empty() || best_with_presentation == r.candidates.end()) continue;
        const double saved_ms = chosen.latency_ms - best_with_presentation->latency_ms;
        if (saved_ms >= rule::equal_latency_ms)
            alternatives.push_back(fmt::format("{} saves {:.1f} ms and costs {}", title_of(*best_with_presentation),
                                               saved_ms, rule::drawback_or_empty(p)));
    }
    return alternatives.empty() ? "" : fmt::format("Where latency matters: {}.", fmt::join(alternatives, "; "));
}

// Compares the smoothness of one loop at two step rates, such as "0.62 ms a frame smoother". Compares jumps only for a
// loop without blending, because a loop with blending shows the same motion at both rates.
std::string roughness_comparison_text(const Candidate& chosen, const Candidate& next)
{
    const double difference_ms          = next.roughness_ms - chosen.roughness_ms;
    const double added_jumps_per_minute = next.jumps_per_minute - chosen.jumps_per_minute;
    std::string text                    = std::abs(difference_ms) <= rule::equal_roughness_ms
                                              ? "equally smooth"
                                              : fmt::format("{:.2f} ms a frame {}", std::abs(difference_ms),
                                         difference_ms > 0.0 ? "rougher" : "smoother");
    if (chosen.loop.presentation == Presentation::latest &&
        std::abs(added_jumps_per_minute) >= rule::min_visible_jumps_per_minute)
        text += fmt::format(" with {} {} jumps a minute", jumps_per_minute_digits(std::abs(added_jumps_per_minute)),
                            added_jumps_per_minute > 0.0 ? "more" : "fewer");
    return text;
}

// Compares the chosen step rate with the next higher one. Empty if the user's step cost or age limit decided the rate.
std::string next_rate_sentence(const Ranking& r, const Candidate& chosen)
{
    if (r.options.step_cost || r.options.max_age || !chosen.has_rate()) return "";
    const Candidate* next = nullptr;
    for (const Candidate& c : r.candidates)
        if (c.preset == chosen.preset && c.hz() > chosen.hz() && (next == nullptr || c.hz() < next->hz())) next = &c;
    if (next == nullptr || next->has_veto()) return "";
    const double saved_ms = chosen.latency_ms - next->latency_ms;
    return fmt::format("With steps at {:.4g} instead of {:.4g} Hz, the motion is {}, the delay is {:.1f} ms {}, and "
                       "the loop runs {} as many steps.",
                       next->hz(), chosen.hz(), roughness_comparison_text(chosen, *next), std::abs(saved_ms),
                       saved_ms < 0.0 ? "longer" : "shorter", factor_text(next->steps_per_s / chosen.steps_per_s));
}

std::string hitches_sentence(const Ranking& r, const Candidate* chosen)
{
    if (r.hitch_count == 0) return "No hitches.";
    const std::string dropped_text =
        chosen == nullptr ? ""
        : chosen->lost_in_hitches > Nanos::zero()
            ? fmt::format("this loop drops {:.2f} s of that time; ", to_seconds(chosen->lost_in_hitches))
            : "this loop drops none of that time; ";
    return fmt::format("{} {}, {:.2f} s: {}no loop can hide them.", r.hitch_count,
                       r.hitch_count == 1 ? "hitch" : "hitches", to_seconds(r.hitch_time), dropped_text);
}

std::string alternation_sentence(const Ranking& r) { return r.alternation ? in_words(*r.alternation) : ""; }

// Reports the share of frames that never reached the screen. Empty if it is 0, or if only displayed frames were ranked.
std::string undisplayed_sentence(const Ranking& r)
{
    const double share = r.options.never_displayed_share.value_or(0.0);
    if (share <= 0.0 || r.options.uses_display_times) return "";
    return fmt::format(
        "{:.2g} % of the recorded frames never reached the screen: --timing displayed ranks by the displayed frames.",
        100.0 * share);
}

} // namespace

void rule::set_recommendation_texts(Ranking& r)
{
    Recommendation& recommendation = r.recommendation;
    const Candidate* chosen = recommendation.candidate_index ? &r.candidates[*recommendation.candidate_index] : nullptr;
    if (chosen == nullptr)
    {
        recommendation.text = no_recommendation_text(r);
        if (!r.generation) recommendation.notes = {hitches_sentence(r, nullptr)};
        for (std::string note : {alternation_sentence(r), undisplayed_sentence(r)})
            if (!note.empty()) recommendation.notes.push_back(std::move(note));
        return;
    }
    recommendation.text = recommendation_text(r, *chosen);
    for (std::string note : {alternation_sentence(r), ties_sentence(r, *chosen), latency_sentence(r, *chosen),
                             next_rate_sentence(r, *chosen), hitches_sentence(r, chosen), undisplayed_sentence(r)})
        if (!note.empty()) recommendation.notes.push_back(std::move(note));
    recommendation.command = export_command(*chosen);
}

std::string export_command(const Candidate& candidate)
{
    return fmt::format("timestep_lab export --loop {}{} -o my_timestep.hpp", candidate.name(),
                       candidate.has_rate() ? " --hz " + rate_text(candidate.loop.rate()) : "");
}

} // namespace recordings
