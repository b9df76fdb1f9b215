#include "lab/metrics/frame_text.hpp"

#include "sim/physics/events.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace lab
{

using timestep::Nanos;

std::string event_names(std::uint32_t events)
{
    static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 10> of_lab{{
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
    const auto add = [&](std::string_view name) { text += text.empty() ? "" : "+", text += name; };
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if ((events & 1U << i) != 0) add(sim::event_kinds[i].name);
    for (const auto& [bit, name] : of_lab)
        if ((events & bit) != 0) add(name);
    return text;
}

std::string in_words(const telemetry::FrameSample& f)
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
    if (p.dropped.count() < 0) text += fmt::format(", {:.1f} ms made up", -ms(p.dropped));
    return text;
}

} // namespace lab
