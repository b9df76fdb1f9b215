#include "lab/diagnosis/part_text.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace lab
{

namespace
{

std::string steps_or_time_text(double seconds, const LoopParts& parts)
{
    const double steps = parts.source < StepSource::accumulator ? 0.0 : seconds / parts.due_step;
    const bool is_whole_ms = std::abs(seconds * 1e3 - std::round(seconds * 1e3)) < 1e-4;
    if (!is_whole_ms && steps > 0.5 && steps < 100.0 && std::abs(steps - std::round(steps)) < 1e-6)
        return fmt::format("{:.0f} step{} ({})", steps, std::round(steps) == 1.0 ? "" : "s", time_text(seconds));
    return time_text(seconds);
}

std::string step_text(const LoopParts& parts)
{
    const std::string step = time_text(parts.step);
    switch (parts.source)
    {
    case StepSource::constant: return fmt::format("each frame runs one step of {}, whatever time has passed", step);
    case StepSource::frame_time: return "each frame runs one step as long as the frame time";
    case StepSource::accumulator:
        if (parts.due_step != parts.step)
            return fmt::format("steps of {}, counted as {} ms", step, base::number_text(parts.due_step * 1e3, 9));
        return fmt::format("steps of {}, as many as are due", step);
    case StepSource::tail: return fmt::format("steps of {}, and a shorter one for the rest of the frame", step);
    case StepSource::frame_time_in_each_step:
    case StepSource::limited_frame_time_in_each_step:
        return fmt::format("each of the due steps of {} simulates the time of the whole frame", step);
    }
    return "";
}

std::string rest_text(const LoopParts& parts)
{
    switch (parts.rest)
    {
    case Rest::carried: return "is carried to the next frame";
    case Rest::thrown_away: return "is thrown away in each frame";
    case Rest::zeroed_after_steps: return "is thrown away in frames with steps: the accumulator is set to zero";
    case Rest::other_step_subtracted:
        return fmt::format("each step subtracts {} ms from the accumulator, not {}",
                           base::number_text(parts.subtracted * 1e3, 7), base::number_text(parts.step * 1e3, 7));
    case Rest::frame_time_subtracted: return "each step subtracts the frame time from the accumulator, not the step";
    }
    return "";
}

std::string limit_text(const LoopParts& parts)
{
    std::string text;
    if (parts.frame_limit != LoopParts::infinite)
        text = fmt::format("a frame longer than {} counts as {}", steps_or_time_text(parts.frame_limit, parts),
                           parts.frame_counted == 0.0 ? "nothing" : steps_or_time_text(parts.frame_counted, parts));
    if (parts.due_limit == DueLimit::none) return text;
    if (!text.empty()) text += "; ";
    const std::string steps = fmt::format("at most {} step{} a frame", parts.most, parts.most == 1.0 ? "" : "s");
    switch (parts.due_limit)
    {
    case DueLimit::none: break;
    case DueLimit::time:
        text += fmt::format("if more than {} are due, {} are", steps_or_time_text(parts.most, parts),
                            parts.counted == 0.0 ? "none" : steps_or_time_text(parts.counted, parts));
        break;
    case DueLimit::steps_keep: text += steps + ", the rest is carried without limit"; break;
    case DueLimit::steps_drop: text += steps + ", further whole steps are dropped"; break;
    case DueLimit::steps_zero: text += steps + ", and then the accumulator is set to zero"; break;
    }
    return text;
}

std::string filter_text(const LoopParts& parts)
{
    const double number = parts.filter_number;
    const std::string quantum = number == 1e-3 ? "milliseconds" : "microseconds";
    std::string text;
    switch (parts.filter)
    {
    case Filter::none: return parts.is_float ? "is added in single precision" : "is used as it is measured";
    case Filter::truncated: text = fmt::format("is cut to whole {}", quantum); break;
    case Filter::rounded: text = fmt::format("is rounded to whole {}", quantum); break;
    case Filter::truncated_clock: text = fmt::format("comes from a clock of whole {}", quantum); break;
    case Filter::mean: text = fmt::format("is the mean of {} frames", number); break;
    case Filter::median: text = fmt::format("is the median of {} frames", number); break;
    case Filter::exponential:
        text = fmt::format("is smoothed exponentially, the newest frame with weight {}", base::number_text(number));
        break;
    case Filter::snapped: text = fmt::format("counts as a step if it is at most {} away", time_text(number)); break;
    case Filter::snapped_to_multiples:
        text = fmt::format("counts as whole steps if it is at most {} away", time_text(number));
        break;
    case Filter::float_frame_time: text = "is in single precision"; break;
    case Filter::float_clock:
        text = fmt::format("comes from a single-precision clock that starts at {} s", number);
        break;
    case Filter::frame_before: text = "is that of the frame before"; break;
    case Filter::scaled: text = fmt::format("is multiplied by {}", base::number_text(number, 7)); break;
    }
    return text;
}

} // namespace

std::string time_text(double seconds)
{
    return seconds >= 1.0 ? base::number_text(seconds, 5) + " s" : base::number_text(seconds * 1e3, 5) + " ms";
}

std::string_view name_of(Part part)
{
    constexpr std::array<std::string_view, all_parts.size()> names{
        "steps", "count", "left-over time", "limit", "frame time", "-5 ms", "after a pause", "new rate", "alpha"};
    return names[static_cast<std::size_t>(part)];
}

std::optional<AlphaFormula> alpha_formula(const Hypothesis& hypothesis)
{
    if (hypothesis.alphas.all()) return std::nullopt;
    for (std::size_t i = 0; i < alpha_formula_count; ++i)
        if (hypothesis.alphas.test(i)) return static_cast<AlphaFormula>(i);
    return std::nullopt;
}

std::string part_text(Part part, const Hypothesis& hypothesis)
{
    const LoopParts& parts = hypothesis.loop.parts();
    switch (part)
    {
    case Part::step: return step_text(parts);
    case Part::count:
        switch (parts.count)
        {
        case Count::floor: return "while a step is due";
        case Count::above: return "while more than a step is due: exactly one step waits";
        case Count::do_while: return "at least one step a frame, due or not";
        case Count::nearest: return "rounded to the nearest number of steps";
        case Count::ahead: return "until the simulation leads the clock";
        }
        break;
    case Part::rest: return rest_text(parts);
    case Part::limit: return limit_text(parts);
    case Part::frame_time: return filter_text(parts);
    case Part::negative_frame:
        return parts.least_frame == -LoopParts::infinite ? "is subtracted"
               : parts.least_frame > 0.0                 ? fmt::format("counts as {}", time_text(parts.least_frame))
                                                         : "counts as 0";
    case Part::pause:
        switch (parts.after_pause)
        {
        case AfterPause::nothing_special: return "as any other frame";
        case AfterPause::carried_dropped: return "the carried time is thrown away";
        case AfterPause::frame_ignored: return "the frame is ignored";
        case AfterPause::both: return "the carried time is thrown away, and the frame is ignored";
        case AfterPause::extra_steps:
            return fmt::format("{} step{} more than due", parts.extra_steps, parts.extra_steps == 1 ? "" : "s");
        }
        break;
    case Part::rate:
        switch (parts.rate_change)
        {
        case RateChange::carried_kept: return "is followed, and the carried time stays";
        case RateChange::carried_dropped: return "is followed, but the carried time is thrown away";
        case RateChange::carried_scaled: return "is followed, and alpha stays";
        case RateChange::not_followed: return "is not followed";
        }
        break;
    case Part::alpha:
    {
        constexpr std::array<std::string_view, alpha_formula_count> texts{
            "carried time / step",
            "1 + carried time / step",
            "carried time / step, from 0 to 1",
            "that of the frame before",
            "computed before the steps run",
            "1 - carried time / step: the two states are swapped",
            "of the frame time only, without the carried time",
            "frame time / step",
            "the carried time in seconds, not divided by the step",
            "carried time / frame time"};
        const auto formula = alpha_formula(hypothesis);
        return formula ? std::string{texts[static_cast<std::size_t>(*formula)]} : "";
    }
    }
    return "";
}

} // namespace lab
