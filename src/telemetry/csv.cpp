#include "telemetry/csv.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace telemetry
{

std::string event_names(std::uint32_t events)
{
    static constexpr std::array<std::pair<std::uint32_t, const char*>, 11> names{{
        {tunnelled, "tunnelled"},
        {blew_up, "blew-up"},
        {bounced, "bounced"},
        {reset, "reset"},
        {loop_changed, "loop"},
        {knob_changed, "knob"},
        {hitch, "hitch"},
        {debugger_break, "break"},
        {brake, "brake"},
        {paused, "paused"},
        {recording_looped, "looped"},
    }};
    std::string text;
    for (const auto& [bit, name] : names)
        if ((events & bit) != 0) text += text.empty() ? name : fmt::format("+{}", name);
    return text;
}

std::string csv_row(const FrameSample& s)
{
    const timestep::StepPlan& p = s.plan;
    return fmt::format("{},{:.9f},{},{},{},{},{},{},{},{:.9f},{},{},{},{}\n", s.frame, timestep::to_seconds(s.wall),
                       s.measured.count(), p.steps, p.dt.count(), p.tail.count(), p.carried.count(), p.dropped.count(),
                       p.alpha, timestep::to_seconds(s.simulated), s.x, s.v, s.energy, event_names(s.events));
}

} // namespace telemetry
