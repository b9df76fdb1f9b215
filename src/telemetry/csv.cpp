#include "telemetry/csv.hpp"

#include <fmt/core.h>

#include <cmath>
#include <utility>

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
    return fmt::format("frame,wall_s,{},sim_s,steps_done_s,shown_s,picture_x_m,camera_x_m,ring_x_m,x,v,energy,screen_s,"
                       "animation_error_ms,events\n",
                       plan_csv_columns);
}

std::string FrameSampleCsvFormatter::add(const FrameSample& s, std::string_view events)
{
    using timestep::to_seconds;
    constexpr Nanos max_wait{500'000'000};
    const Picture* picture = pictures_.add(s);
    std::string lines;
    if (picture != nullptr)
        lines = take_rows(picture);
    else if (!waiting_.empty() && s.start_wall_time - waiting_.front().start_wall_time >= max_wait)
        lines = take_rest();
    const auto known = [](double value) { return std::isnan(value) ? "" : fmt::format("{}", value); };
    std::string cells = fmt::format(
        "{},{:.9f},{},{:.9f},{:.9f},{:.9f},{},{},{},{},{},{},{}", s.frame_number, to_seconds(s.start_wall_time),
        plan_csv_cells(s.measured_frame_time, s.plan), to_seconds(s.simulated_time), to_seconds(steps_end_time(s)),
        to_seconds(s.shown_time), s.shown_x, known(s.camera_x), known(s.reference_x_at_frame_start), s.x, s.v, s.energy,
        s.is_displayed ? fmt::format("{:.9f}", to_seconds(s.screen_time)) : "");
    waiting_.push_back({frame_count_++, s.start_wall_time, std::move(cells), std::string{events}});
    return lines;
}

std::string FrameSampleCsvFormatter::take_rest()
{
    const auto newest = pictures_.newest();
    return take_rows(newest ? &*newest : nullptr);
}

// All rows that wait. That of the first frame of `picture` has its error.
std::string FrameSampleCsvFormatter::take_rows(const Picture* picture)
{
    std::string lines;
    for (const Row& row : std::exchange(waiting_, {}))
    {
        const bool is_first = picture != nullptr && picture->error && picture->frame.frame_index == row.frame_index;
        lines += fmt::format("{},{},{}\n", row.cells,
                             is_first ? fmt::format("{:.6f}", timestep::to_millis(*picture->error)) : "", row.events);
    }
    return lines;
}

} // namespace telemetry
