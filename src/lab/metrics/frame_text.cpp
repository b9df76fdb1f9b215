#include "lab/metrics/frame_text.hpp"

#include "base/number.hpp"
#include "sim/physics/events.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace lab
{

using timestep::Nanos;

std::string event_names(std::uint32_t events)
{
    static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 10> names_by_bit{{
        {telemetry::reset, "reset"},
        {telemetry::loop_changed, "loop"},
        {telemetry::knob_changed, "knob"},
        {telemetry::hitch, "hitch"},
        {telemetry::debugger_break, "break"},
        {telemetry::brake, "brake"},
        {telemetry::paused, "paused"},
        {telemetry::recording_looped, "looped"},
        {telemetry::excluded, "excluded"},
        {telemetry::hiccup, "hiccup"},
    }};
    std::string text;
    const auto add = [&](std::string_view name) { text += fmt::format("{}{}", text.empty() ? "" : "+", name); };
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if ((events & 1U << i) != 0) add(sim::event_kinds[i].name);
    for (const auto& [bit, name] : names_by_bit)
        if ((events & bit) != 0) add(name);
    return text;
}

std::string frame_text(const telemetry::FrameSample& f)
{
    const timestep::StepPlan& p = f.plan;
    const auto ms               = [](Nanos t) { return timestep::to_millis(t); };
    if ((f.events & telemetry::excluded) != 0)
        return fmt::format("{:.1f} ms of work of this program, such as a resize: no time passed in the game",
                           ms(f.measured));
    if (telemetry::is_paused(f)) return "paused: no time passed in the game";
    std::string text  = fmt::format("frame of {:.1f} ms: ", ms(f.measured));
    const bool is_one = p.steps == 1;
    if (p.steps > 0) text += fmt::format("{} step{} of {:.1f} ms", p.steps, is_one ? "" : "s", ms(p.dt));
    if (p.tail.count() > 0) text += fmt::format("{}1 step of {:.1f} ms", p.steps > 0 ? " + " : "", ms(p.tail));
    if (p.steps == 0 && p.tail.count() <= 0) text += "no step";
    if (p.carried.count() > 0) text += fmt::format(", {:.1f} ms carried", ms(p.carried));
    if (p.carried.count() < 0) text += fmt::format(", {:.1f} ms ahead", -ms(p.carried));
    if (p.dropped.count() > 0) text += fmt::format(", {:.1f} ms dropped", ms(p.dropped));
    if (p.dropped.count() < 0) text += fmt::format(", {:.1f} ms added", -ms(p.dropped));
    return text;
}

namespace
{

using base::time_text;

// Loops whose stepper is not named below run as many full steps as fit into the time.
std::string steps_pseudocode(const timestep::Loop& loop)
{
    const std::string_view name = loop.stepper.name();
    if (name == "frame-locked") return "step(dt), once a frame";
    if (name == "variable") return "step(time)";
    if (name == "semi-fixed") return "while time > 0: step(min(time, dt))";
    if (name == "substepped") return "n times: step(time / n)";
    if (name == "at-most-one") return "if time >= dt: step(dt)";
    return "while time >= dt: step(dt), time -= dt";
}

std::string executed_steps_text(const timestep::StepPlan& plan)
{
    if (plan.steps == 0 && plan.tail == Nanos::zero()) return "no step";
    std::string text;
    if (plan.steps > 0) text = fmt::format("{} x {}", plan.steps, time_text(plan.dt));
    if (plan.tail > Nanos::zero()) text += fmt::format("{}{}", text.empty() ? "" : " + ", time_text(plan.tail));
    return text;
}

PseudocodeLine drawing_pseudocode(const timestep::StepPlan& plan)
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

std::array<PseudocodeLine, 6> pseudocode_of(const PlanInputs& inputs, const timestep::StepPlan& plan)
{
    const timestep::Loop& loop  = *inputs.loop_before;
    const bool has_no_clock     = carries_of(loop.stepper) == timestep::Carries::no_clock;
    const bool carries          = !has_no_clock && carries_of(loop.stepper) != timestep::Carries::nothing;
    const std::string_view name = loop.filter.name();
    const Nanos due_time        = plan.filtered + (carries ? loop.carried() : Nanos::zero());
    const std::string filtered  = name == "none" ? "frame" : fmt::format("{}(frame)", name);
    return {{{"frame = now - before", time_text(inputs.input.frame)},
             {fmt::format("counted = {}", filtered), time_text(plan.filtered)},
             has_no_clock
                 ? PseudocodeLine{"the time is ignored", ""}
                 : PseudocodeLine{carries ? "time = carried + counted" : "time = counted", time_text(due_time)},
             {steps_pseudocode(loop), executed_steps_text(plan)},
             {carries ? "carried = time that is left" : "nothing is carried",
              fmt::format("{}{}", carries ? time_text(plan.carried) : "",
                          plan.dropped != Nanos::zero() ? "   dropped " + time_text(plan.dropped) : "")},
             drawing_pseudocode(plan)}};
}

} // namespace lab
