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

/// Formats frame samples as CSV rows. The error of a picture is known when the next one appears, so its row waits,
/// at most half a second: then it gets the error so far, and a program that is killed loses no more.
class FrameSampleCsvFormatter
{
public:
    static std::string header();
    /// Must be called once for each frame, in order. The rows that are complete, one line each; unknown values are
    /// empty.
    std::string add(const FrameSample& sample, std::string_view events);
    /// The rows that still wait. Must be called after the last frame.
    std::string take_rest();

private:
    std::string take_rows(const Picture* picture);

    struct Row
    {
        std::size_t frame_index;
        Nanos start_wall_time;
        std::string cells, events;
    };

    PictureTracker pictures_;
    std::vector<Row> waiting_; ///< the first row is that of the newest picture
    std::size_t frame_count_ = 0;
};

} // namespace telemetry
