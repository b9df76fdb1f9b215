#include "telemetry/csv.hpp"

#include <fmt/core.h>

#include <cmath>

namespace telemetry
{

std::string plan_csv_cells(Nanos frame_time, const timestep::StepPlan& plan)
{
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{}", frame_time.count(), plan.filtered_frame_time.count(),
                       plan.steps, plan.dt.count(), plan.tail.count(), plan.stepped.count(), plan.carried.count(),
                       plan.dropped.count(), plan.filter_error.count(), plan.alpha, name_of(plan.presentation));
}

std::string FrameSampleCsvFormatter::header()
{
    return fmt::format("frame,wall_s,{},sim_s,steps_done_s,shown_s,picture_x_m,ring_x_m,x,v,energy,screen_s,"
                       "animation_error_ms,events\n",
                       plan_csv_columns);
}

std::string FrameSampleCsvFormatter::format_row_and_track_animation_error(const FrameSample& s, std::string_view events)
{
    using timestep::to_seconds;
    const std::optional<Nanos> animation_error = error_tracker_.add_and_get_error_if_known(s);
    return fmt::format("{},{:.9f},{},{:.9f},{:.9f},{:.9f},{},{},{},{},{},{},{},{}\n", s.frame_number,
                       to_seconds(s.start_wall_time), plan_csv_cells(s.measured_frame_time, s.plan),
                       to_seconds(s.simulated_time), to_seconds(steps_end_time(s)), to_seconds(s.shown_time), s.shown_x,
                       std::isnan(s.reference_x_at_frame_start) ? "" : fmt::format("{}", s.reference_x_at_frame_start),
                       s.x, s.v, s.energy, s.is_displayed ? fmt::format("{:.9f}", to_seconds(s.screen_time)) : "",
                       animation_error ? fmt::format("{:.6f}", timestep::to_millis(*animation_error)) : "", events);
}

} // namespace telemetry
