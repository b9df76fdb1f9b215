#include "lab/foreign/loop_protocol.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lab
{

namespace
{

constexpr std::array<std::string_view, 4> interruption_names{"", "pause", "reset", "break"};
constexpr double max_seconds = 1e-9 * static_cast<double>(max_answered_time.count());

// A finite number with a decimal point; no "inf", no "0x10".
std::optional<double> parse_finite(std::string_view text)
{
    if (text.find_first_not_of("+-.0123456789eE") != text.npos) return std::nullopt;
    const auto number = base::parse_number<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<double> parse_step_seconds(std::string_view text)
{
    const auto seconds = parse_finite(text);
    return seconds && *seconds >= 0.0 && *seconds <= max_seconds ? seconds : std::nullopt;
}

std::optional<Nanos> parse_nanos(std::string_view text, Nanos least, Nanos most)
{
    const auto number = base::parse_number<std::int64_t>(text);
    if (!number || Nanos{*number} < least || Nanos{*number} > most) return std::nullopt;
    return Nanos{*number};
}

// Sets what `word`, such as "tail=0.001", says; ignores an unknown word. Returns a clause if the value is wrong.
base::OptionalError read_word(std::string_view word, PlanAnswer& plan)
{
    const auto equals_sign = word.find('=');
    if (equals_sign == word.npos) return std::nullopt;
    const std::string_view key = word.substr(0, equals_sign), value = word.substr(equals_sign + 1);
    if (key == "tail")
    {
        const auto seconds = parse_step_seconds(value);
        if (!seconds) return base::message("'{}' is not a time in seconds, such as tail=0.004", word);
        plan.tail_seconds = *seconds;
    }
    else if (key == "draw")
    {
        plan.is_drawn = value != "none";
        const auto* const found = std::ranges::find(timestep::all_presentations, value, timestep::name_of);
        if (found == timestep::all_presentations.end() && plan.is_drawn)
            return base::message(
                "'{}' is not draw= with latest, interpolate, extrapolate, render-tick, step-ahead or none", word);
        if (plan.is_drawn) plan.presentation = *found;
    }
    const auto read_nanos = [&](std::optional<Nanos>& time, Nanos least, Nanos most) -> base::OptionalError
    {
        time = parse_nanos(value, least, most);
        if (time) return std::nullopt;
        return base::message("'{}' is not {}= with whole nanoseconds from {} to {}", word, key, least.count(),
                             most.count());
    };
    if (key == "stepped") return read_nanos(plan.stepped, -max_answered_time, max_answered_time);
    if (key == "carried") return read_nanos(plan.carried, -max_answered_time, max_answered_time);
    if (key == "dropped") return read_nanos(plan.dropped, -max_answered_time, max_answered_time);
    if (key == "wait") return read_nanos(plan.wait, Nanos::zero(), max_wait_answer);
    return std::nullopt;
}

} // namespace

std::string hello_line(const LoopGreeting& greeting)
{
    return fmt::format("hello {} rate={}/{} refresh={} seed={}", protocol_version, greeting.rate.num, greeting.rate.den,
                       greeting.refresh_period.count(), greeting.seed);
}

std::string frame_line(const FrameRequest& request)
{
    std::string line = fmt::format("frame {}", request.frame_time.count());
    if (request.refresh_period) line += fmt::format(" refresh={}", request.refresh_period->count());
    if (request.rate) line += fmt::format(" rate={}/{}", request.rate->num, request.rate->den);
    if (request.after != Interruption::none)
        line += fmt::format(" after={}", interruption_names[static_cast<std::size_t>(request.after)]);
    return line;
}

std::string unrun_line(std::int64_t steps) { return fmt::format("unrun {}", steps); }

bool is_alpha_in_range(timestep::Presentation presentation, double alpha, double step_seconds)
{
    constexpr double max_shown_seconds = 86'400.0;
    return !blends_two_states(presentation) || std::abs(alpha * step_seconds) <= max_shown_seconds;
}

base::Result<LoopName> parse_hello(std::string_view line)
{
    const std::vector<std::string_view> words = base::words_of(line);
    if (words.size() < 3 || words[0] != "hello")
        return base::message("the first line is '{}', not hello {} NAME", line, protocol_version);
    if (base::parse_number<int>(words[1]) != protocol_version)
        return base::message("the loop answers version '{}'; this lab knows version {}", words[1], protocol_version);
    return LoopName{base::printable_excerpt(words[2])};
}

base::Result<PlanAnswer> parse_plan(std::string_view line)
{
    if (line.find('\0') != line.npos) return base::message("'{}' contains a NUL character", line);
    const std::vector<std::string_view> words = base::words_of(line);
    if (words.empty() || words[0] != "plan")
        return base::message("'{}' is not plan STEPS SECONDS ALPHA; print other text on standard error", line);
    if (words.size() < 4) return base::message("'{}' has fewer than three values: plan STEPS SECONDS ALPHA", line);
    PlanAnswer plan;
    const auto steps = base::parse_number<std::int64_t>(words[1]);
    if (!steps || *steps < 0 || *steps > max_planned_steps)
        return base::message("STEPS '{}' is not a whole number from 0 to {}", words[1], max_planned_steps);
    const auto seconds = parse_step_seconds(words[2]);
    if (!seconds)
        return base::message("SECONDS '{}' is not the size of a step, such as 0.016666666666666666", words[2]);
    const auto alpha = parse_finite(words[3]);
    if (!alpha) return base::message("ALPHA '{}' is not a finite number such as 0.25", words[3]);
    plan.steps = *steps;
    plan.seconds = *seconds;
    plan.alpha = *alpha;
    for (std::size_t i = 4; i < words.size(); ++i)
        if (auto error = read_word(words[i], plan)) return *error;
    if (static_cast<double>(plan.steps) * plan.seconds + plan.tail_seconds > max_seconds)
        return base::message("the steps of '{}' simulate more than 36 years", line);
    if (!is_alpha_in_range(plan.presentation, plan.alpha, plan.seconds))
        return base::message("ALPHA x SECONDS of '{}' is more than a day", line);
    return plan;
}

} // namespace lab
