// Formats the recommendation of a loop and a step rate as sentences.
#include "base/number.hpp"
#include "base/unsupported_reasons.hpp"
#include "catalogue/description.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "recordings/facts/evenness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ranking
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
    return fmt::format("{} times", base::number_text(factor, 2));
}

std::string jumps_per_minute_text(double per_minute) { return jump_rate_number(per_minute) + " jumps a minute"; }

std::string steps_text(const Candidate& candidate)
{
    const std::string load_text = std::isnan(candidate.step_load)
                                      ? ""
                                      : fmt::format(", which cost {:.0f} % of the time", 100.0 * candidate.step_load);
    return fmt::format("it runs {:.0f} steps a second{}", candidate.steps_per_s, load_text);
}

std::string ages_text(const Candidate& candidate)
{
    return fmt::format("its frames show a state {:.1f} ms old and input {:.1f} ms old", candidate.picture_age_mean_ms,
                       candidate.input_age_mean_ms);
}

std::string animation_error_difference_text(const Candidate& candidate)
{
    return signed_interval_text(candidate.animation_error_difference_ms) + " ms";
}

std::string drawback_sentence(const Candidate& candidate)
{
    const std::string_view drawback = recommendation_rule::presentation_drawback(candidate.loop.presentation);
    return drawback.empty() ? "" : fmt::format(" Its cost is {}.", drawback);
}

// Text such as "24, 36, 48, 72 or 144"; empty if the frames are not even.
std::string even_step_rates_text(const LoopRanking& ranking, Candidate candidate)
{
    if (ranking.options.display.rate_source != recordings::DisplayRate::RateSource::even_frames) return "";
    std::vector<std::string> rates;
    for (int step_hz = recordings::min_reported_step_hz; step_hz <= recordings::max_reported_step_hz; ++step_hz)
    {
        candidate.loop = candidate.loop_preset().make(timestep::hz(step_hz));
        if (recommendation_rule::has_fitting_rate(ranking, candidate)) rates.push_back(fmt::to_string(step_hz));
    }
    if (rates.size() < 2) return fmt::format("{}", fmt::join(rates, ""));
    return fmt::format("{} or {}", fmt::join(rates.begin(), rates.end() - 1, ", "), rates.back());
}

// Empty if there is nothing to report.
std::string blending_comparison_sentence(const LoopRanking& ranking, const Candidate& baseline)
{
    if (recommendation_rule::has_many_hitches(ranking))
        return fmt::format(
            " It is unknown whether a loop without blending is as smooth: {:.0f} % of the frames are hitches "
            "or next to one.",
            100.0 * static_cast<double>(ranking.frame_count - ranking.frame_count_outside_hitches) /
                static_cast<double>(ranking.frame_count));
    const auto sort_key = [&](const Candidate& candidate)
    {
        return std::tuple{
            !recommendation_rule::is_smooth_as_baseline(ranking, candidate),
            std::max(candidate.animation_error_difference_ms.high, recommendation_rule::animation_error_tolerance_ms),
            recommendation_rule::tie_break_key(candidate)};
    };
    const Candidate* best = nullptr;
    for (const Candidate& candidate : ranking.candidates)
        if (!candidate.has_veto() && candidate.loop.presentation == Presentation::latest &&
            recommendation_rule::have_compatible_rates(candidate, baseline) &&
            (best == nullptr || sort_key(candidate) < sort_key(*best)))
            best = &candidate;
    if (best == nullptr) return "";
    if (recommendation_rule::is_smooth_as_baseline(ranking, *best) &&
        recommendation_rule::is_engine_specific_loop(*best) && best->picture_age_mean_ms < baseline.picture_age_mean_ms)
        return fmt::format(" Without blending the loop of an engine, {}, is as smooth on these frames, and its "
                           "frames are {:.1f} ms newer.",
                           best->name(), baseline.picture_age_mean_ms - best->picture_age_mean_ms);
    std::vector<std::string> reasons;
    if (best->animation_error_difference_ms.high > recommendation_rule::animation_error_tolerance_ms)
        reasons.push_back("is rougher by " + animation_error_difference_text(*best));
    if (recommendation_rule::extra_jumps_per_minute(ranking, *best) >=
        recommendation_rule::min_visible_extra_jumps_per_minute)
        reasons.push_back("adds " + jumps_per_minute_text(recommendation_rule::extra_jumps_per_minute(ranking, *best)));
    if (!recommendation_rule::has_fitting_rate(ranking, *best))
        reasons.emplace_back("needs a constant frame rate that matches its steps, which these frames do not have");
    if (reasons.empty()) return "";
    const std::string even_rates = even_step_rates_text(ranking, baseline);
    return fmt::format(" Interpolation is needed: without it, the best loop at this rate, {}, {}.{}", best->name(),
                       fmt::join(reasons, ", and "),
                       even_rates.empty() ? "" : fmt::format(" Without it, steps at {} Hz are even.", even_rates));
}

// The other loop to which a part of the recording leads: what it saves, and what it risks. Empty if there is none.
std::string alternative_sentence(const LoopRanking& ranking, const Candidate& chosen)
{
    const Recommendation& recommendation = ranking.recommendation;
    if (!recommendation.alternative_index) return "";
    const Candidate& alternative = ranking.candidates[*recommendation.alternative_index];
    const Candidate& worst = recommendation.alternative_worst;
    const double saved_latency_ms = chosen.picture_age_mean_ms - alternative.picture_age_mean_ms;
    std::vector<std::string> facts{fmt::format("shows a state {:.1f} ms {}", std::abs(saved_latency_ms),
                                               saved_latency_ms >= 0.0 ? "newer" : "older")};
    if (worst.animation_error_mean_ms >
        recommendation.worst.animation_error_mean_ms + recommendation_rule::animation_error_tolerance_ms)
        facts.push_back(fmt::format("has an animation error of up to {:.2f} ms a frame where frames are less even "
                                    "({:.2f} ms with {})",
                                    worst.animation_error_mean_ms, recommendation.worst.animation_error_mean_ms,
                                    chosen.name()));
    if (worst.jumps_per_minute >=
        recommendation.worst.jumps_per_minute + recommendation_rule::min_visible_extra_jumps_per_minute)
        facts.push_back(fmt::format("jumps up to {} times a minute where frames are less even",
                                    jump_rate_number(worst.jumps_per_minute)));
    return fmt::format(" Close to it is {}, which {}.", title_of(alternative), fmt::join(facts, ", and "));
}

// Empty if the loop is not that of a game engine.
std::string engine_sentence(const Candidate& candidate)
{
    if (!recommendation_rule::is_engine_specific_loop(candidate)) return "";
    return fmt::format(" {} is the loop of an engine: {}", candidate.name(),
                       catalogue::description_of(candidate.name()).promise);
}

std::string recommendation_text(const LoopRanking& ranking, const Candidate& candidate)
{
    const Candidate& baseline = ranking.baseline();
    switch (ranking.recommendation.kind)
    {
    case RecommendationKind::no_blending:
        return fmt::format(
            "{}. For comparison, {} has an animation error of {:.2f} ms a frame and {}. The loop {} keeps no previous "
            "state, {}, and {}. On a display with another refresh rate, a loop without interpolation stutters.{}",
            advice_text(ranking, candidate), title_of(baseline), baseline.animation_error_mean_ms,
            jumps_per_minute_text(baseline.jumps_per_minute), candidate.name(), ages_text(candidate),
            steps_text(candidate), engine_sentence(candidate));
    case RecommendationKind::lower_latency:
        return fmt::format("Use {}: {}, within the age limit of {} ms, which {} exceeds. It is {}, and {}.{}{}",
                           title_of(candidate), ages_text(candidate),
                           base::number_text(to_millis(*ranking.options.max_age)), baseline.name(),
                           recommendation_rule::is_smooth_as_baseline(ranking, candidate)
                               ? "as smooth"
                               : "rougher by " + animation_error_difference_text(candidate),
                           steps_text(candidate), drawback_sentence(candidate), engine_sentence(candidate));
    default: break;
    }
    const std::string age_limit_sentence =
        candidate.exceeds_max_age
            ? fmt::format(
                  "Every loop that can be recommended shows a state or an input older than the limit of {} ms. ",
                  base::number_text(to_millis(*ranking.options.max_age)))
            : "";
    return fmt::format("{}{}; {}, and {}.{}", age_limit_sentence, advice_text(ranking, candidate), ages_text(candidate),
                       steps_text(candidate), blending_comparison_sentence(ranking, baseline));
}

std::string no_recommendation_text(const LoopRanking& ranking)
{
    if (ranking.frame_generation)
        return "No recommendation. " + sentences_of(*ranking.frame_generation) +
               (base::unsupported_reasons.options != nullptr
                    ? ""
                    : std::string{" Add --pairs to rank the game's own frames"} +
                          (ranking.options.has_display_times ? ", or --timing displayed to rank the displayed frames."
                                                             : "."));
    if (ranking.recommendation.kind == RecommendationKind::all_vetoed)
        return "No recommendation: every loop has a veto (a reason against it). Record a scene whose frames are "
               "shorter.";
    return fmt::format("No recommendation: the recording has {:.1f} s and {} frame{} outside hitches. Record at least "
                       "{} s and {} such frames.",
                       to_seconds(ranking.duration), ranking.frame_count_outside_hitches,
                       ranking.frame_count_outside_hitches == 1 ? "" : "s",
                       base::number_text(to_seconds(recommendation_rule::min_recording_length)),
                       recommendation_rule::min_frames_outside_hitches);
}

// Text such as "Equally smooth: 5 other loops."; up to three loops are named. Empty if there are none.
std::string ties_sentence(const LoopRanking& ranking, const Candidate& chosen)
{
    constexpr std::size_t max_listed_names = 3;
    std::vector<std::string_view> tied_names;
    for (const Candidate& candidate : ranking.candidates)
        if (&candidate != &chosen && candidate.is_tied_with_baseline && !candidate.has_veto() &&
            recommendation_rule::have_compatible_rates(candidate, chosen))
            tied_names.push_back(candidate.name());
    if (tied_names.empty()) return "";
    if (tied_names.size() > max_listed_names) return fmt::format("Equally smooth: {} other loops.", tied_names.size());
    std::ranges::sort(tied_names);
    return fmt::format("Equally smooth: {}.", fmt::join(tied_names, ", "));
}

// Empty if the loop keeps real time, apart from hitches.
std::string speed_sentence(const Candidate& chosen)
{
    if (std::abs(chosen.lost_percent) <= recommendation_rule::max_lost_percent_difference) return "";
    return fmt::format("Outside hitches, {} runs the game at {:.2f} of real time: it {} {:.1f} % {} the frame time.",
                       title_of(chosen), 1.0 - chosen.lost_percent / 100.0,
                       chosen.lost_percent > 0.0 ? "drops" : "adds", std::abs(chosen.lost_percent),
                       chosen.lost_percent > 0.0 ? "of" : "to");
}

std::string latency_sentence(const LoopRanking& ranking, const Candidate& chosen)
{
    std::vector<std::string> alternatives;
    for (const Presentation presentation : all_presentations)
    {
        const auto best_with_presentation =
            std::ranges::find_if(ranking.candidates,
                                 [&](const Candidate& candidate)
                                 {
                                     return candidate.loop.presentation == presentation && !candidate.has_veto() &&
                                            recommendation_rule::is_smooth_as_baseline(ranking, candidate) &&
                                            recommendation_rule::have_compatible_rates(candidate, chosen);
                                 });
        if (recommendation_rule::presentation_drawback(presentation).empty() ||
            best_with_presentation == ranking.candidates.end())
            continue;
        const double saved_latency_ms = chosen.picture_age_mean_ms - best_with_presentation->picture_age_mean_ms;
        if (saved_latency_ms >= recommendation_rule::latency_tolerance_ms)
            alternatives.push_back(fmt::format("{} saves {:.1f} ms of latency and costs {}",
                                               title_of(*best_with_presentation), saved_latency_ms,
                                               recommendation_rule::presentation_drawback(presentation)));
    }
    return alternatives.empty() ? "" : fmt::format("Where latency matters: {}.", fmt::join(alternatives, "; "));
}

std::string animation_error_comparison_text(const Candidate& chosen, const Candidate& next_rate_candidate)
{
    const double difference_ms = next_rate_candidate.animation_error_mean_ms - chosen.animation_error_mean_ms;
    const double added_jumps_per_minute = next_rate_candidate.jumps_per_minute - chosen.jumps_per_minute;
    std::string text = std::abs(difference_ms) <= recommendation_rule::animation_error_tolerance_ms
                           ? "equally smooth"
                           : fmt::format("{:.2f} ms a frame {}", std::abs(difference_ms),
                                         difference_ms > 0.0 ? "rougher" : "smoother");
    if (chosen.loop.presentation == Presentation::latest &&
        std::abs(added_jumps_per_minute) >= recommendation_rule::min_visible_extra_jumps_per_minute)
        text += fmt::format(" with {} {} jumps a minute", jump_rate_number(std::abs(added_jumps_per_minute)),
                            added_jumps_per_minute > 0.0 ? "more" : "fewer");
    return text;
}

// Compares the chosen step rate with the next higher step rate.
std::string next_rate_sentence(const LoopRanking& ranking, const Candidate& chosen)
{
    if (ranking.options.step_cost || ranking.options.max_age || !chosen.has_rate()) return "";
    const Candidate* next_rate_candidate = nullptr;
    for (const Candidate& candidate : ranking.candidates)
        if (candidate.preset == chosen.preset && candidate.hz() > chosen.hz() &&
            (next_rate_candidate == nullptr || candidate.hz() < next_rate_candidate->hz()))
            next_rate_candidate = &candidate;
    if (next_rate_candidate == nullptr || next_rate_candidate->has_veto()) return "";
    const double saved_latency_ms = chosen.picture_age_mean_ms - next_rate_candidate->picture_age_mean_ms;
    return fmt::format("With steps at {} instead of {} Hz, the motion is {}, the delay is {:.1f} ms {}, and "
                       "the loop runs {} as many steps.",
                       base::number_text(next_rate_candidate->hz(), 4), base::number_text(chosen.hz(), 4),
                       animation_error_comparison_text(chosen, *next_rate_candidate), std::abs(saved_latency_ms),
                       saved_latency_ms < 0.0 ? "longer" : "shorter",
                       factor_text(next_rate_candidate->steps_per_s / chosen.steps_per_s));
}

std::string hitches_sentence(const LoopRanking& ranking, const Candidate* chosen)
{
    if (ranking.hitch_count == 0) return "No hitches.";
    std::string dropped_text;
    if (chosen != nullptr && chosen->time_lost_in_hitches > Nanos::zero())
        dropped_text = fmt::format("this loop drops {:.2f} s of that time; ", to_seconds(chosen->time_lost_in_hitches));
    else if (chosen != nullptr)
        dropped_text = "this loop drops none of that time; ";
    return fmt::format("{} {}, {:.2f} s: {}no loop can hide them.", ranking.hitch_count,
                       ranking.hitch_count == 1 ? "hitch" : "hitches", to_seconds(ranking.hitch_time), dropped_text);
}

std::string alternation_sentence(const LoopRanking& ranking)
{
    return ranking.alternation ? sentences_of(*ranking.alternation) : "";
}

// Reports the share of frames that never reached the screen. Empty if it is 0, or if the ranking excludes such frames.
std::string never_displayed_sentence(const LoopRanking& ranking)
{
    const double share = ranking.options.never_displayed_share.value_or(0.0);
    if (share <= 0.0 || ranking.options.uses_display_times) return "";
    return fmt::format("{} of the recorded frames never reached the screen{}.", recordings::percent_text(share),
                       ranking.options.has_display_times && base::unsupported_reasons.options == nullptr
                           ? ": --timing displayed ranks by the displayed frames"
                           : "");
}

} // namespace

void recommendation_rule::explain_recommendation(LoopRanking& ranking)
{
    Recommendation& recommendation = ranking.recommendation;
    const Candidate* chosen = ranking.recommended();
    if (chosen == nullptr)
    {
        recommendation.text = no_recommendation_text(ranking);
        if (!ranking.frame_generation) recommendation.notes = {hitches_sentence(ranking, nullptr)};
        for (std::string note : {alternation_sentence(ranking), never_displayed_sentence(ranking)})
            if (!note.empty()) recommendation.notes.push_back(std::move(note));
        return;
    }
    recommendation.text = recommendation_text(ranking, *chosen) + alternative_sentence(ranking, *chosen);
    for (std::string note : {speed_sentence(*chosen), alternation_sentence(ranking), ties_sentence(ranking, *chosen),
                             latency_sentence(ranking, *chosen), next_rate_sentence(ranking, *chosen),
                             hitches_sentence(ranking, chosen), never_displayed_sentence(ranking)})
        if (!note.empty()) recommendation.notes.push_back(std::move(note));
}

std::string advice_text(const LoopRanking& ranking, const Candidate& candidate)
{
    const std::string text =
        fmt::format("Use {}: its animation error is {:.2f} ms a frame, with {}", title_of(candidate),
                    candidate.animation_error_mean_ms, jumps_per_minute_text(candidate.jumps_per_minute));
    if (ranking.recommendation.kind == RecommendationKind::no_blending)
        return fmt::format("Interpolation {} here. {}",
                           candidate.jumps_per_minute < recommendation_rule::min_visible_extra_jumps_per_minute
                               ? "is not needed"
                               : "does not help",
                           text);
    constexpr double rounding_ms = 0.005; // the text has two digits after the decimal point
    return text + (candidate.animation_error_mean_ms < ranking.frame_time_change_mean_ms + rounding_ms
                       ? ", an error within the variation of the frame times"
                       : "");
}

std::string export_command(const Candidate& candidate)
{
    return fmt::format("timestep_lab export --loop {}{} -o my_timestep.hpp", candidate.name(),
                       candidate.has_rate() ? " --hz " + rate_text(candidate.loop.rate()) : "");
}

} // namespace ranking
