#include "telemetry/csv.hpp"

#include <fmt/format.h>

namespace telemetry
{

std::string csv_row(const FrameSample& s, std::string_view events)
{
    const timestep::StepPlan& p = s.plan;
    return fmt::format("{},{:.9f},{},{},{},{},{},{},{},{:.9f},{},{},{},{}\n", s.frame, timestep::to_seconds(s.wall),
                       s.measured.count(), p.steps, p.dt.count(), p.tail.count(), p.carried.count(), p.dropped.count(),
                       p.alpha, timestep::to_seconds(s.simulated), s.x, s.v, s.energy, events);
}

} // namespace telemetry
