// telemetry/csv.hpp -- formats the frames of a loop as CSV: frame times and steps only, or all recorded values
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"

#include <string>
#include <string_view>

namespace telemetry
{

/// CSV columns for the measured frame time and members of timestep::StepPlan.
inline constexpr std::string_view plan_csv_columns =
    "frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_error_ns,alpha,presentation";
/// The cells of a CSV row for the columns `plan_csv_columns`, separated by commas, without a line end.
std::string plan_csv_cells(Nanos frame_time, const timestep::StepPlan& plan);

/// Formats frame samples as CSV rows. Call format_row_and_track_animation_error() once for each frame, in order.
class FrameSampleCsvFormatter
{
public:
    static std::string header();
    /// One CSV row; unknown values are empty.
    std::string format_row_and_track_animation_error(const FrameSample& sample, std::string_view events);

private:
    AnimationErrorTracker error_tracker_;
};

} // namespace telemetry
