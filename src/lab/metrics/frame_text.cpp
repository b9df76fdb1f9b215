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

std::string joined_event_names(telemetry::EventBits events)
{
    static constexpr std::array<std::pair<telemetry::EventBits, std::string_view>, 13> names_by_bit{{
        {telemetry::held, "held"},
        {telemetry::released, "released"},
        {telemetry::world_reset, "reset"},
        {telemetry::loop_changed, "loop"},
        {telemetry::knob_changed, "knob"},
        {telemetry::hitch, "hitch"},
        {telemetry::debugger_break, "break"},
        {telemetry::step_time_limit_reached, "brake"},
        {telemetry::paused, "paused"},
        {telemetry::recording_looped, "looped"},
        {telemetry::time_excluded, "excluded"},
        {telemetry::hiccup, "hiccup"},
        {telemetry::clock_jump, "clock-jump"},
    }};
    std::string text;
    const auto append_name = [&](std::string_view name) { text += fmt::format("{}{}", text.empty() ? "" : "+", name); };
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if ((events & telemetry::EventBits{1} << i) != 0) append_name(sim::event_kinds[i].name);
    for (const auto& [bit, name] : names_by_bit)
        if ((events & bit) != 0) append_name(name);
    return text;
}

std::string frame_text(const telemetry::FrameSample& sample)
{
    const timestep::StepPlan& plan = sample.plan;
    const auto ms = [](Nanos t) { return timestep::to_millis(t); };
    if ((sample.events & telemetry::time_excluded) != 0)
        return fmt::format("{:.1f} ms of work of this program, such as a resize: no time passed in the game",
                           ms(sample.measured_frame_time));
    if (telemetry::is_paused(sample)) return "paused: no time passed in the game";
    std::string text = fmt::format("frame of {:.1f} ms: ", ms(sample.measured_frame_time));
    if (plan.steps > 0)
        text += fmt::format("{} step{} of {:.1f} ms", plan.steps, plan.steps == 1 ? "" : "s", ms(plan.dt));
    if (plan.tail.count() > 0) text += fmt::format("{}1 step of {:.1f} ms", plan.steps > 0 ? " + " : "", ms(plan.tail));
    if (plan.steps == 0 && plan.tail.count() <= 0) text += "no step";
    if (plan.carried.count() > 0) text += fmt::format(", {:.1f} ms carried", ms(plan.carried));
    if (plan.carried.count() < 0) text += fmt::format(", {:.1f} ms ahead", -ms(plan.carried));
    if (plan.dropped.count() > 0) text += fmt::format(", {:.1f} ms dropped", ms(plan.dropped));
    if (plan.dropped.count() < 0) text += fmt::format(", {:.1f} ms added", -ms(plan.dropped));
    return text;
}

namespace
{

using base::rounded_duration_text;

std::string steps_pseudocode(const timestep::Loop& loop)
{
    const std::string_view stepper_name = loop.stepper.name();
    if (stepper_name == "frame-locked") return "step(dt), once a frame";
    if (stepper_name == "variable") return "step(time)";
    if (stepper_name == "semi-fixed") return "while time > 0: step(min(time, dt))";
    if (stepper_name == "substepped") return "n times: step(time / n)";
    if (stepper_name == "at-most-one") return "if time >= dt: step(dt)";
    if (stepper_name == "gated") return "if time >= dt: step(time)";
    if (stepper_name == "defold") return "dt = max(dt, counted), while time >= dt: step(dt), time -= dt";
    return "while time >= dt: step(dt), time -= dt";
}

std::string executed_steps_text(const timestep::StepPlan& plan)
{
    if (plan.steps == 0 && plan.tail == Nanos::zero()) return "no step";
    std::string text;
    if (plan.steps > 0) text = fmt::format("{} x {}", plan.steps, rounded_duration_text(plan.dt));
    if (plan.tail > Nanos::zero())
        text += fmt::format("{}{}", text.empty() ? "" : " + ", rounded_duration_text(plan.tail));
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
    case render_tick: return {"copy = newest, step(copy, carried), draw(copy)", rounded_duration_text(plan.carried)};
    case step_ahead: return {"draw(previous + alpha * (newest - previous)), one step ahead", alpha};
    }
    return {};
}

} // namespace

std::array<PseudocodeLine, 6> pseudocode_with_values(const PlanInputs& inputs, const timestep::StepPlan& plan)
{
    const timestep::Loop& loop = *inputs.loop_before;
    const bool ignores_frame_time = clock_relation_of(loop.stepper) == timestep::ClockRelation::unrelated;
    const bool has_accumulator =
        !ignores_frame_time && (clock_relation_of(loop.stepper) != timestep::ClockRelation::equal ||
                                loop.carried() != Nanos::zero() || plan.carried != Nanos::zero());
    const std::string_view filter_name = loop.filter.name();
    const Nanos available_time = plan.filtered_frame_time + (has_accumulator ? loop.carried() : Nanos::zero());
    const std::string filter_code = filter_name == "none" ? "frame" : fmt::format("{}(frame)", filter_name);
    return {{{"frame = now - before", rounded_duration_text(inputs.input.frame_time)},
             {fmt::format("counted = {}", filter_code), rounded_duration_text(plan.filtered_frame_time)},
             ignores_frame_time ? PseudocodeLine{"the time is ignored", ""}
                                : PseudocodeLine{has_accumulator ? "time = carried + counted" : "time = counted",
                                                 rounded_duration_text(available_time)},
             {steps_pseudocode(loop), executed_steps_text(plan)},
             {has_accumulator ? "carried = time that is left" : "nothing is carried",
              fmt::format("{}{}", has_accumulator ? rounded_duration_text(plan.carried) : "",
                          plan.dropped != Nanos::zero() ? "   dropped " + rounded_duration_text(plan.dropped) : "")},
             drawing_pseudocode(plan)}};
}

} // namespace lab
