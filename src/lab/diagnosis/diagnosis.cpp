#include "lab/diagnosis/diagnosis.hpp"

#include "base/number.hpp"
#include "catalogue/presets.hpp"
#include "timestep/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lab
{

namespace
{

using timestep::Presentation;
using timestep::Rate;

constexpr double smallest_broken_drift = 1e-5; // seconds a second

std::string rate_text(double step)
{
    const Rate rate = timestep::nearest_rate(1.0 / step);
    return fmt::format("{} Hz", base::exact_rate_text(rate));
}

// How the loop draws, by its newest answer: with a constant alpha of 0 or 1 it does not matter what it says.
Presentation effective_presentation(const LoopExperimentResult& result)
{
    const auto drawn = std::find_if(result.answers.rbegin(), result.answers.rend(),
                                    [](const PlanAnswer& answer) { return answer.is_drawn; });
    const bool is_newest = result.facts.has_constant_alpha && result.facts.constant_alpha == 1.0;
    return drawn == result.answers.rend() || is_newest ? Presentation::latest : drawn->presentation;
}

// Whether the preset plans all frames as they were observed, as far as rounding allows.
bool plans_equally(const timestep::Preset& preset, Rate rate, const LoopExperimentResult& result,
                   timestep::Nanos refresh_period, Presentation presentation)
{
    constexpr double max_alpha_error = 1e-4, boundary = 2e-6;
    timestep::Loop loop = preset.make(rate);
    if (loop.presentation != presentation) return false;
    double surplus = 0.0; // of the observed simulated time
    bool had_other_count = false; // in the frame before
    for (std::size_t i = 0; i < result.steady_count; ++i)
    {
        const ObservedFrame& frame = result.frames[i];
        if (frame.input.is_first)
        {
            loop = preset.make(rate);
            surplus = 0.0;
        }
        const timestep::StepPlan plan =
            loop.plan({.frame_time = timestep::from_seconds(frame.input.frame_time), .refresh_period = refresh_period});
        const double dt = plan.dt_seconds;
        surplus += frame.simulated - static_cast<double>(plan.steps) * dt - timestep::to_seconds(plan.tail);
        const double carried = timestep::to_seconds(plan.carried);
        // A step whose time has come within rounding errors may run one frame later or earlier.
        const bool keeps_time = loop.stepper.clock_relation() == timestep::ClockRelation::lags ||
                                loop.stepper.clock_relation() == timestep::ClockRelation::leads;
        const bool is_boundary = keeps_time && std::min(std::abs(carried), std::abs(carried - dt)) < boundary;
        const bool is_one_step = is_boundary && std::abs(std::abs(surplus) - dt) < 1e-6;
        if (std::abs(surplus) > 1e-6 && !is_one_step) return false;
        const std::int64_t steps = plan.steps + (plan.tail > timestep::Nanos::zero() ? 1 : 0);
        if (!is_boundary && std::abs(surplus) < 1e-6 && steps != frame.steps && !had_other_count) return false;
        had_other_count = is_boundary || is_one_step;
        if (!is_one_step && presentation != Presentation::latest && !std::isnan(frame.alpha) &&
            std::abs(plan.alpha - frame.alpha) > max_alpha_error)
            return false;
    }
    return true;
}

std::vector<std::string> equal_presets(const LoopExperimentResult& result, Rate rate, timestep::Nanos refresh_period,
                                       Rate& own_rate)
{
    std::vector<std::string> names;
    const Presentation presentation = effective_presentation(result);
    std::vector<Rate> rates{rate};
    if (!result.facts.steps.empty() && result.facts.steps.front() > 1e-6)
        rates.push_back(timestep::nearest_rate(1.0 / result.facts.steps.front()));
    for (const timestep::Preset& preset : catalogue::presets())
    {
        std::vector<Rate> tried = rates;
        tried.push_back(preset.default_rate);
        for (const Rate candidate : tried)
            if (plans_equally(preset, candidate, result, refresh_period, presentation))
            {
                if (names.empty()) own_rate = candidate;
                names.emplace_back(preset.name);
                break;
            }
    }
    return names;
}

class Judge
{
public:
    Judge(const LoopExperimentResult& result, Rate rate, timestep::Nanos refresh_period)
        : result_{result}
        , rate_{rate}
        , presentation_{effective_presentation(result)}
    {
        diagnosis_.equal_presets = equal_presets(result, rate, refresh_period, rate_);
        const bool moves = !(result.facts.has_constant_alpha &&
                             (result.facts.constant_alpha == 1.0 || result.facts.constant_alpha == 0.0));
        draws_blend_ = moves && blends_two_states(presentation_);
    }

    Diagnosis run()
    {
        judge_laws();
        find_mistakes();
        describe_parts();
        write_sentence();
        for (const auto* findings : {&diagnosis_.mistakes, &diagnosis_.laws})
            for (const Finding& finding : *findings)
                diagnosis_.breaks_law = diagnosis_.breaks_law || finding.breaks_law;
        return std::move(diagnosis_);
    }

private:
    bool is_explained() const { return !result_.hypotheses.empty(); }
    const LoopParts& parts() const { return result_.hypotheses.front().loop.parts(); }
    bool is_default(Part part, const std::string& text) const
    {
        Hypothesis usual{
            ComposedLoop{LoopParts{.source = parts().source, .step = parts().step, .due_step = parts().step}}};
        usual.alphas.set(0);
        return part_text(part, usual) == text;
    }
    std::vector<std::string> texts_of(Part part) const
    {
        std::vector<std::string> texts;
        for (const Hypothesis& hypothesis : result_.hypotheses)
            if (std::string text = part_text(part, hypothesis); std::ranges::find(texts, text) == texts.end())
                texts.push_back(std::move(text));
        return texts;
    }

    void find_mistakes();
    void describe_parts();
    void judge_laws();
    void write_sentence();

    const LoopExperimentResult& result_;
    Rate rate_;
    Presentation presentation_;
    bool draws_blend_ = false;
    std::string drift_text_{}; ///< the time that the loop gains or loses
    Diagnosis diagnosis_{};
};

void Judge::find_mistakes()
{
    if (is_explained())
        for (const Mistake& mistake : all_mistakes())
            if (std::ranges::all_of(result_.hypotheses, [&](const Hypothesis& hypothesis)
                                    { return mistake.is_in(hypothesis, draws_blend_); }))
            {
                std::string consequence{mistake.consequence};
                if (consequence.empty()) consequence = drift_text_;
                if (parts().due_limit == DueLimit::steps_keep && result_.freeze_loss > 0.1)
                    consequence +=
                        fmt::format("; 2 s after a 3 s frame the game is {} behind", time_text(result_.freeze_loss));
                // What a known loop does in every frame is its design, but a preset says nothing of these.
                const bool is_design = !diagnosis_.equal_presets.empty() &&
                                       parts().rate_change != RateChange::carried_dropped &&
                                       parts().after_pause != AfterPause::extra_steps;
                diagnosis_.mistakes.push_back(
                    {std::string{mistake.name}, std::move(consequence), std::string{mistake.repair}, !is_design});
            }
    if (!result_.forgets_at_reset)
        diagnosis_.mistakes.push_back(
            {"a reset keeps what it should forget",
             fmt::format("{} of {} frames after a reset differ from those after a start", result_.differing_frames,
                         result_.repeated_frames),
             "set every variable of the loop, also the accumulator and the filter, as after the start", true});
}

void Judge::describe_parts()
{
    const auto add = [&](std::string_view name, std::string text) {
        diagnosis_.parts.push_back({std::string{name}, std::move(text)});
    };
    if (is_explained())
    {
        const bool accumulates = parts().source >= StepSource::accumulator && parts().source != StepSource::tail;
        for (const Part part : all_parts)
        {
            if (!accumulates && (part == Part::count || part == Part::rest || part == Part::alpha)) continue;
            if (parts().source == StepSource::constant && part != Part::step) continue;
            if ((part == Part::pause && !result_.is_pause_known) || (part == Part::rate && !result_.is_rate_known) ||
                (part == Part::negative_frame && !result_.is_negative_known))
            {
                add(name_of(part), "is not explained by the parts that are known");
                continue;
            }
            std::vector<std::string> texts = texts_of(part);
            if (part == Part::alpha && texts.front().empty())
                texts.front() = result_.facts.has_constant_alpha
                                    ? fmt::format("is always {}", result_.facts.constant_alpha)
                                    : "matches no known formula";
            if (part == Part::alpha && !draws_blend_) texts.front() += ", not judged: no two states are blended";
            if (part == Part::limit && texts.size() == 1 && texts.front().empty())
                texts.front() =
                    fmt::format("{}: a 3 s frame runs {} step{}",
                                result_.freeze_loss < 0.1 && parts().rest == Rest::carried ? "none" : "not seen",
                                result_.freeze_steps, result_.freeze_steps == 1 ? "" : "s");
            if (part == Part::negative_frame && !result_.negative_error.empty()) texts = {result_.negative_error};
            if (part == Part::limit && texts.size() > 3)
                add(name_of(part), fmt::format("{}, or up to: {}; no frame tells which", texts.front(), texts.back()));
            else if (texts.size() > 2)
                add(name_of(part), "makes no difference that was seen");
            else
                add(name_of(part), fmt::format("{}", fmt::join(texts, ", or, what no frame tells apart: ")));
        }
    }
    add("draws", presentation_ == Presentation::latest        ? "the newest state"
                 : presentation_ == Presentation::interpolate ? "a blend of the last two states"
                 : presentation_ == Presentation::extrapolate ? "the newest state, extrapolated"
                 : presentation_ == Presentation::render_tick
                     ? "a copy of the newest state, advanced by the carried time"
                     : "a blend of the last two states, which lead the clock");
    if (result_.runs_exact_step)
        add("exact step",
            *result_.runs_exact_step ? "a frame of exactly one step runs it" : "a frame of exactly one step runs none");
    if (result_.examined_frames == 0 || (!is_explained() && result_.first_unexplained == 0))
        diagnosis_.examination = "no list of known parts explains the frames, so no part is named";
    else if (is_explained())
        diagnosis_.examination =
            fmt::format("the parts explain {} of {} new frames", result_.explained_frames, result_.examined_frames);
    else
        diagnosis_.examination = fmt::format("frame {} of {} new frames is not explained, so no part is named",
                                             result_.explained_frames + 1, result_.examined_frames);
    if (!is_explained() && !diagnosis_.equal_presets.empty())
        diagnosis_.examination = fmt::format("`{}` is compared as a whole: it explains all {} frames",
                                             diagnosis_.equal_presets.front(), result_.steady_count);
}

void Judge::judge_laws()
{
    const auto add = [&](std::string_view name, std::string text, bool is_broken)
    {
        if (is_broken && !diagnosis_.equal_presets.empty())
            text += fmt::format(" (by design of `{}`)", diagnosis_.equal_presets.front());
        diagnosis_.laws.push_back(
            {std::string{name}, std::move(text), "", is_broken && diagnosis_.equal_presets.empty()});
    };
    const bool loss_is_said = is_explained() && parts().rest == Rest::carried && parts().filter == Filter::none &&
                              (parts().due_limit != DueLimit::none || parts().frame_limit != LoopParts::infinite);
    const auto add_drift = [&](std::string_view name, double drift, double resolution)
    {
        if (std::abs(drift) < std::max(resolution, 1e-9))
            return add(name,
                       resolution < 1e-6
                           ? "neither gain nor lose time"
                           : fmt::format("neither gain nor lose more than {} a second", time_text(resolution)),
                       false);
        const std::string amount =
            std::abs(drift) < 1e-6 ? base::number_text(std::abs(drift) * 1e9, 3) + " ns" : time_text(std::abs(drift));
        const bool is_said = drift < 0.0 && loss_is_said;
        add(name,
            fmt::format("{} {} a second{}", drift > 0.0 ? "gain" : "lose", amount, is_said ? ", by the limit" : ""),
            std::abs(drift) > smallest_broken_drift && !is_said);
    };
    add_drift("even frames", result_.even_drift, result_.even_resolution);
    add_drift("uneven frames", result_.uneven_drift, result_.uneven_resolution);
    drift_text_ = fmt::format("even frames {}, uneven frames {}", diagnosis_.laws[0].text, diagnosis_.laws[1].text);
    std::string freeze = fmt::format("runs {} step{}", result_.freeze_steps, result_.freeze_steps == 1 ? "" : "s");
    if (result_.freeze_loss > 0.05)
        freeze += fmt::format("; 2 s later {} of it are not simulated", time_text(result_.freeze_loss));
    if (result_.freeze_loss < -0.05)
        freeze += fmt::format("; 2 s later {} too much are simulated", time_text(-result_.freeze_loss));
    add("3 s frame", freeze, false);
    if (result_.facts.has_constant_step)
        add("step", fmt::format("is always {}", time_text(result_.facts.steps.front())), false);
    if (draws_blend_)
    {
        double least = 1.0, most = 0.0;
        for (const PlanAnswer& answer : result_.answers)
            if (answer.is_drawn) least = std::min(least, answer.alpha), most = std::max(most, answer.alpha);
        const bool is_outside = least < -1e-9 || most > 1.0 + 1e-9;
        // A negative frame time makes a negative alpha in loops that subtract it.
        double steady_least = 1.0;
        for (std::size_t i = 0; i < result_.steady_count; ++i)
            if (!std::isnan(result_.frames[i].alpha)) steady_least = std::min(steady_least, result_.frames[i].alpha);
        const bool is_broken = is_outside && (most > 1.0 + 1e-9 || steady_least < -1e-9);
        add("alpha",
            fmt::format("is from {} to {}{}", base::number_text(least, 4), base::number_text(most, 4),
                        is_broken ? ": it draws a state that is not there" : ""),
            is_broken);
    }
}

void Judge::write_sentence()
{
    const double step = is_explained() ? parts().step : timestep::step_seconds(rate_);
    const bool has_step = is_explained() ? parts().source != StepSource::frame_time : true;
    const std::string limit = is_explained() ? texts_of(Part::limit).front() : "";
    const bool is_clamp = is_explained() && parts().frame_limit != LoopParts::infinite &&
                          parts().frame_limit == parts().frame_counted && parts().due_limit == DueLimit::none;
    const std::string cut = is_clamp ? ", frames cut at " + time_text(parts().frame_limit) : "";
    if (!diagnosis_.equal_presets.empty())
    {
        const auto* const preset = catalogue::find_preset(diagnosis_.equal_presets.front());
        const std::string rate = preset->has_rate ? fmt::format(" at {} Hz", base::exact_rate_text(rate_)) : "";
        const bool is_unlimited = is_explained() && limit.empty() && result_.freeze_steps > 60;
        const std::string limit_clause =
            is_clamp        ? cut
            : is_unlimited  ? fmt::format(", no limit: a 3 s frame runs {} steps", result_.freeze_steps)
            : limit.empty() ? ""
                            : ", " + limit;
        std::vector<std::string> mistakes;
        for (const Finding& mistake : diagnosis_.mistakes)
            if (mistake.breaks_law) mistakes.push_back(mistake.name);
        diagnosis_.sentence = fmt::format("behaves as `{}`{}{}{}{}", preset->name, rate, limit_clause,
                                          mistakes.empty() ? "" : ", but: ", fmt::join(mistakes, "; "));
        return;
    }
    if (!is_explained())
    {
        diagnosis_.sentence = "is no known loop: " + diagnosis_.examination;
        return;
    }
    const std::string name = parts().source == StepSource::constant       ? "behaves as `fixed`"
                             : parts().source == StepSource::frame_time   ? "behaves as `variable`"
                             : parts().source == StepSource::tail         ? "behaves as `semi-fixed`"
                             : presentation_ == Presentation::latest      ? "behaves as `accumulator`"
                             : presentation_ == Presentation::interpolate ? "behaves as `interpolated`"
                             : presentation_ == Presentation::extrapolate ? "is an accumulator that extrapolates,"
                             : presentation_ == Presentation::render_tick ? "behaves as `render-tick`"
                                                                          : "behaves as `step-ahead`";
    std::vector<std::string> differences;
    for (const Finding& mistake : diagnosis_.mistakes) differences.push_back(mistake.name);
    const bool is_named = !differences.empty();
    if (parts().source != StepSource::constant)
    {
        if (!is_clamp && limit.empty() && presentation_ != Presentation::latest)
            differences.push_back(fmt::format("no limit: a 3 s frame runs {} steps", result_.freeze_steps));
        else if (!is_clamp && !limit.empty() &&
                 !(is_named && parts().due_limit == DueLimit::steps_keep && parts().most == 1.0))
            differences.push_back(limit);
        const bool filter_is_mistake = parts().filter == Filter::truncated || parts().filter == Filter::rounded ||
                                       parts().filter == Filter::truncated_clock ||
                                       parts().filter == Filter::float_clock ||
                                       parts().filter == Filter::frame_before || parts().filter == Filter::scaled;
        if (parts().filter != Filter::none && !filter_is_mistake)
            differences.push_back("the frame time " + texts_of(Part::frame_time).front());
        if (parts().is_float) differences.emplace_back("in single precision");
        if (draws_blend_ && !result_.facts.has_constant_alpha && result_.hypotheses.front().alphas.all())
            differences.emplace_back("alpha matches no known formula");
    }
    diagnosis_.sentence = fmt::format("{}{}{}{}{}", name, has_step ? " at " + rate_text(step) : "", cut,
                                      differences.empty() ? "" : ", but: ", fmt::join(differences, "; "));
}

class TestedProgram : public TestedLoop
{
public:
    TestedProgram(const LoopCommand& command, const LoopGreeting& greeting)
        : command_{command}
        , greeting_{greeting}
        , loop_{std::make_unique<ForeignLoop>(command, greeting)}
    {
    }

    PlanAnswer plan(const FrameRequest& request) override
    {
        if (request.rate) rate_ = *request.rate;
        if (!loop_) reset(true);
        try
        {
            loop_->plan({.frame_time = request.frame_time, .refresh_period = greeting_.refresh_period}, rate_,
                        request.after);
        }
        catch (const base::BadInput&)
        {
            loop_.reset();
            throw;
        }
        return loop_->newest_answer();
    }
    void reset(bool anew) override
    {
        rate_ = greeting_.rate;
        if (anew || !loop_)
            loop_ = std::make_unique<ForeignLoop>(command_, greeting_);
        else
            loop_->reset();
    }

private:
    LoopCommand command_;
    LoopGreeting greeting_;
    std::unique_ptr<ForeignLoop> loop_;
    Rate rate_ = greeting_.rate;
};

} // namespace

Diagnosis judge_experiment(const LoopExperimentResult& result, Rate rate, timestep::Nanos refresh_period)
{
    return Judge{result, rate, refresh_period}.run();
}

Diagnosis diagnose_program(const LoopCommand& command, const LoopGreeting& greeting, LoopExperiment::Progress progress)
{
    TestedProgram program{command, greeting};
    const LoopExperimentResult result =
        LoopExperiment{program, greeting.rate, max_experiment_frames - 3500, std::move(progress)}.run();
    return judge_experiment(result, greeting.rate, greeting.refresh_period);
}

} // namespace lab
