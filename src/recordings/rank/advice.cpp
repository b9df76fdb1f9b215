// Writes the recommendation of a loop and a step rate as text.
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

std::string times(double factor)
{
    if (std::abs(factor - 2.0) < 0.05) return "twice";
    return fmt::format("{:.2g} times", factor);
}

std::string jumps(double a_minute) { return jumps_text(a_minute) + " jumps a minute"; }

std::string motion(const Candidate& c)
{
    return fmt::format("its animation error is {:.2f} ms a frame, with {}", c.smoothness_ms, jumps(c.jumps_per_minute));
}

std::string steps(const Candidate& c)
{
    const std::string load = std::isnan(c.load) ? "" : fmt::format(", which cost {:.0f} % of the time", 100.0 * c.load);
    return fmt::format("it runs {:.0f} steps a second{}", c.steps_per_s, load);
}

std::string ages(const Candidate& c)
{
    return fmt::format("its frames show a state {:.1f} ms old and input {:.1f} ms old", c.latency_ms, c.input_age_ms);
}

std::string rougher(const Candidate& c) { return text_of(c.rougher) + " ms"; }

std::string price(const Candidate& c)
{
    const std::string_view what = rule::price_of(c.loop.presentation);
    return what.empty() ? "" : fmt::format(" Its price is {}.", what);
}

// A sentence that says how smooth the best loop without blending is on the same frames, as the reason why blending is
// needed.
std::string without_blending(const Ranking& r, const Candidate& measure)
{
    if (rule::has_many_hitches(r))
        return fmt::format(" Whether it could do without blending cannot be told: {:.0f} % of the frames are hitches "
                           "or next to one.",
                           100.0 * static_cast<double>(r.frames - r.outside) / static_cast<double>(r.frames));
    const auto order = [&](const Candidate& c) {
        return std::tuple{!rule::is_smooth(r, c), std::max(c.rougher.high, rule::same_ms), rule::tie_order(c)};
    };
    const Candidate* best = nullptr;
    for (const Candidate& c : r.candidates)
        if (!c.vetoed() && c.loop.presentation == Presentation::latest && rule::at_rate_of(c, measure) &&
            (best == nullptr || order(c) < order(*best)))
            best = &c;
    if (best == nullptr) return "";
    if (rule::is_smooth(r, *best) && !rule::is_plain(*best) && best->latency_ms < measure.latency_ms)
        return fmt::format(" Without blending the loop of an engine, {}, is as smooth on these frames, and its "
                           "pictures are {:.1f} ms newer.",
                           best->name(), measure.latency_ms - best->latency_ms);
    std::vector<std::string> reasons;
    if (best->rougher.high > rule::same_ms) reasons.push_back("is rougher by " + rougher(*best));
    if (rule::added_jumps(r, *best) >= rule::fewest_visible_jumps)
        reasons.push_back("adds " + jumps(rule::added_jumps(r, *best)));
    if (!rule::keeps_rate(r, *best))
        reasons.emplace_back("needs a constant frame rate that matches its steps, which these frames do not have");
    if (reasons.empty()) return "";
    return fmt::format(" Interpolation is needed: without it, the best loop at this rate, {}, {}.", best->name(),
                       fmt::join(reasons, ", and "));
}

std::string cost(const Candidate& c)
{
    return fmt::format(" With {}, {}, {}, and {}.{}", title_of(c), motion(c), ages(c), steps(c), price(c));
}

std::string undecided(const Candidate& a, const Candidate& b)
{
    return fmt::format(
        "Cannot decide between {} and {}: the halves of the recording, or a copy with 1 % noise, lead to "
        "different loops.{}{}",
        title_of(a), title_of(b), cost(a), cost(b));
}

// A sentence that says what the loop of an engine does; empty for a plain loop.
std::string engine(const Candidate& c)
{
    if (rule::is_plain(c)) return "";
    return fmt::format(" {} is the loop of an engine: {}", c.name(), catalogue::description_of(c.name()).promise);
}

std::string text_of(const Ranking& r, const Candidate& c)
{
    const Candidate& measure = r.candidates[r.measure];
    const std::string take   = fmt::format("Use {}: ", title_of(c));
    switch (r.recommendation.answer)
    {
    case Answer::undecided: return undecided(c, r.candidates[*r.recommendation.alternative]);
    case Answer::no_blending:
        return fmt::format("No blending is needed here. {}{}; that of {} by {:.2f} ms, with {}. There is no "
                           "previous state to keep, {}, and {}. On a display of another rate it stutters.{}",
                           take, motion(c), title_of(measure), measure.smoothness_ms, jumps(measure.jumps_per_minute),
                           ages(c), steps(c), engine(c));
    case Answer::latency:
        return fmt::format("{}{}, within the {:g} ms that were asked for, which {} cannot keep. It is {}, and {}.{}{}",
                           take, ages(c), to_millis(*r.options.max_age), measure.name(),
                           rule::is_smooth(r, c) ? "as smooth" : "rougher by " + rougher(c), steps(c), price(c),
                           engine(c));
    default: break;
    }
    const std::string limits =
        c.too_old ? fmt::format("No loop is within the age limit of {:g} ms. ", to_millis(*r.options.max_age)) : "";
    return fmt::format("{}{}{}, which is no more than the unevenness of the frames themselves; {}, and {}.{}", limits,
                       take, motion(c), ages(c), steps(c), without_blending(r, measure));
}

std::string nothing_to_take(const Ranking& r)
{
    if (r.generation)
        return "No recommendation. " + in_words(*r.generation) +
               " Add --pairs to rank the game's own frames, or --timing displayed to rank the displayed frames.";
    if (r.recommendation.answer == Answer::none)
        return "No recommendation: every loop has a veto (a reason against it).";
    return fmt::format("No recommendation: the recording is too short, with {:.1f} s and {} frames outside hitches. "
                       "Record at least {:g} s and {} frames.",
                       to_seconds(r.length), r.outside, to_seconds(rule::least_length), rule::least_frames);
}

// A sentence about the loops with the same rate and the same smoothness as the chosen loop: their names, or their
// number if there are more than three.
std::string ties(const Ranking& r, const Candidate& chosen)
{
    constexpr std::size_t most = 3;
    std::vector<std::string_view> names;
    for (const Candidate& c : r.candidates)
        if (&c != &chosen && c.tied && !c.vetoed() && rule::at_rate_of(c, chosen)) names.push_back(c.name());
    if (names.empty()) return "";
    if (names.size() > most) return fmt::format("Equally smooth: {} other loops.", names.size());
    std::ranges::sort(names);
    return fmt::format("Equally smooth: {}.", fmt::join(names, ", "));
}

// A sentence that lists loops with at least 4 ms less latency than the chosen loop, each with the disadvantage that it
// has for this, such as wrong guesses at collisions (price_of()). The disadvantage depends on the presentation; for
// each presentation, the sentence names the best loop.
std::string latency(const Ranking& r, const Candidate& chosen)
{
    std::vector<std::string> ways;
    for (const Presentation p : all_presentations)
    {
        const auto found = std::ranges::find_if(r.candidates,
                                                [&](const Candidate& c) {
                                                    return c.loop.presentation == p && !c.vetoed() &&
                                                           rule::is_smooth(r, c) && rule::at_rate_of(c, chosen);
                                                });
        if (rule::price_of(p).empty() || found == r.candidates.end()) continue;
        const double saved = chosen.latency_ms - found->latency_ms;
        if (saved >= rule::same_latency_ms)
            ways.push_back(fmt::format("{} saves {:.1f} ms and costs {}", title_of(*found), saved, rule::price_of(p)));
    }
    return ways.empty() ? "" : fmt::format("Where latency matters: {}.", fmt::join(ways, "; "));
}

// A text with the difference in smoothness between two step rates of one loop, such as "0.62 ms a frame smoother". The
// numbers of jumps are compared only for a loop without blending, because with blending the pictures are the same at
// both rates.
std::string compared(const Candidate& chosen, const Candidate& next)
{
    const double by    = next.smoothness_ms - chosen.smoothness_ms;
    const double added = next.jumps_per_minute - chosen.jumps_per_minute;
    std::string text   = std::abs(by) <= rule::same_ms
                             ? "equally smooth"
                             : fmt::format("{:.2f} ms a frame {}", std::abs(by), by > 0.0 ? "rougher" : "smoother");
    if (chosen.loop.presentation == Presentation::latest && std::abs(added) >= rule::fewest_visible_jumps)
        text += fmt::format(" with {} {} jumps a minute", jumps_text(std::abs(added)), added > 0.0 ? "more" : "fewer");
    return text;
}

// A sentence that compares the chosen step rate with the next higher rate; an empty text if the settings
// RankOptions::step_cost or max_age decided the rate.
std::string rates(const Ranking& r, const Candidate& chosen)
{
    if (r.options.step_cost || r.options.max_age || !chosen.has_rate()) return "";
    const Candidate* next = nullptr;
    for (const Candidate& c : r.candidates)
        if (c.preset == chosen.preset && c.hz() > chosen.hz() && (next == nullptr || c.hz() < next->hz())) next = &c;
    if (next == nullptr || next->vetoed()) return "";
    const double saved = chosen.latency_ms - next->latency_ms;
    return fmt::format("{:.4g} or {:.4g} Hz: {}, {:.1f} ms {} delay, {} the work.", chosen.hz(), next->hz(),
                       compared(chosen, *next), std::abs(saved), saved < 0.0 ? "more" : "less",
                       times(next->steps_per_s / chosen.steps_per_s));
}

std::string hitches(const Ranking& r, const Candidate* chosen)
{
    if (r.hitches == 0) return "No hitches.";
    const std::string lost = chosen == nullptr ? ""
                             : chosen->lost_in_hitches > Nanos::zero()
                                 ? fmt::format("this loop drops {:.2f} s of it; ", to_seconds(chosen->lost_in_hitches))
                                 : "this loop drops none of it; ";
    return fmt::format("{} {}, {:.2f} s: {}no loop repairs them.", r.hitches, r.hitches == 1 ? "hitch" : "hitches",
                       to_seconds(r.hitch_time), lost);
}

std::string alternation(const Ranking& r) { return r.alternation ? in_words(*r.alternation) : ""; }

// A sentence about the frames that never reached the screen; an empty text if there are none, or if the ranked frames
// are those on the screen.
std::string unseen(const Ranking& r)
{
    const double share = r.options.unseen_share.value_or(0.0);
    if (share <= 0.0 || r.options.on_screen) return "";
    return fmt::format(
        "{:.2g} % of the recorded frames never reached the screen: --timing displayed ranks by the displayed frames.",
        100.0 * share);
}

} // namespace

void write_advice(Ranking& r)
{
    Recommendation& to      = r.recommendation;
    const Candidate* chosen = to.candidate ? &r.candidates[*to.candidate] : nullptr;
    if (chosen == nullptr)
    {
        to.text = nothing_to_take(r);
        if (!r.generation) to.notes = {hitches(r, nullptr)};
        for (std::string note : {alternation(r), unseen(r)})
            if (!note.empty()) to.notes.push_back(std::move(note));
        return;
    }
    to.text = text_of(r, *chosen);
    for (std::string note :
         {alternation(r), ties(r, *chosen), latency(r, *chosen), rates(r, *chosen), hitches(r, chosen), unseen(r)})
        if (!note.empty()) to.notes.push_back(std::move(note));
    to.command = export_command(*chosen);
}

std::string export_command(const Candidate& candidate)
{
    return fmt::format("timestep_lab export --loop {}{} -o my_timestep.hpp", candidate.name(),
                       candidate.has_rate() ? " --hz " + rate_text(candidate.loop.rate()) : "");
}

} // namespace recordings
