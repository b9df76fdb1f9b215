#include "lab/metrics/idea.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <string_view>

namespace lab
{

namespace
{

using base::time_text;
using timestep::Nanos;

std::string_view stepper_name(const timestep::Loop& loop)
{
    return std::visit([](const auto& stepper) { return stepper.name; }, loop.stepper);
}

std::string_view filter_name(const timestep::Loop& loop)
{
    return std::visit([](const auto& filter) { return filter.name; }, loop.filter);
}

// Returns the line of pseudocode that takes the steps. A stepper that is not named below takes as many full steps as
// fit into the time.
std::string steps_of(const timestep::Loop& loop)
{
    const std::string_view name = stepper_name(loop);
    if (name == "frame-locked") return "step(dt), once a frame";
    if (name == "variable") return "step(time)";
    if (name == "semi-fixed") return "while time > 0: step(min(time, dt))";
    if (name == "substepped") return "n times: step(time / n)";
    if (name == "at-most-one") return "if time >= dt: step(dt)";
    return "while time >= dt: step(dt), time -= dt";
}

std::string taken(const timestep::StepPlan& plan)
{
    if (plan.steps == 0 && plan.tail == Nanos::zero()) return "no step";
    std::string text;
    if (plan.steps > 0) text = fmt::format("{} x {}", plan.steps, time_text(plan.dt));
    if (plan.tail > Nanos::zero()) text += fmt::format("{}{}", text.empty() ? "" : " + ", time_text(plan.tail));
    return text;
}

IdeaLine picture_of(const timestep::StepPlan& plan)
{
    using enum timestep::Presentation;
    const std::string alpha = fmt::format("alpha = {:.2f}", plan.alpha);
    switch (plan.presentation)
    {
    case latest: return {"draw(newest)", ""};
    case interpolate: return {"draw(previous + alpha * (newest - previous))", alpha};
    case extrapolate: return {"draw(newest + alpha * dt * velocity)", alpha};
    case render_tick: return {"copy = newest, step(copy, carried), draw(copy)", time_text(plan.carried)};
    case step_ahead: return {"draw(previous + alpha * (newest - previous)), one step ahead", alpha};
    }
    return {};
}

} // namespace

std::array<IdeaLine, 6> idea_of(const Decision& decision, const timestep::StepPlan& plan)
{
    const timestep::Loop& loop  = decision.before;
    const bool clockless        = carries_of(loop.stepper) == timestep::Carries::no_clock;
    const bool carries          = !clockless && carries_of(loop.stepper) != timestep::Carries::nothing;
    const std::string_view name = filter_name(loop);
    const Nanos due             = plan.filtered + (carries ? loop.carried() : Nanos::zero());
    std::string filter          = name == "none" ? "frame" : fmt::format("{}(frame)", name);
    return {{{"frame = now - before", time_text(decision.in.frame)},
             {fmt::format("counted = {}", filter), time_text(plan.filtered)},
             clockless ? IdeaLine{"time is not looked at", ""}
                       : IdeaLine{carries ? "time = carried + counted" : "time = counted", time_text(due)},
             {steps_of(loop), taken(plan)},
             {carries ? "carried = time that is left" : "nothing is carried",
              fmt::format("{}{}", carries ? time_text(plan.carried) : "",
                          plan.dropped != Nanos::zero() ? "   dropped " + time_text(plan.dropped) : "")},
             picture_of(plan)}};
}

} // namespace lab
