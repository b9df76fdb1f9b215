// telemetry/csv.hpp -- writes the frames of a loop as CSV text, one row per frame: only the loop's plan, or all
// measured values
#pragma once

#include "telemetry/frame_sample.hpp"
#include "telemetry/meter.hpp"

#include <string>
#include <string_view>

namespace telemetry
{

/// Column names of a loop's frame times and plans. In every row: frame_ns = stepped_ns + dropped_ns + filter_error_ns +
/// (carried_ns - carried_ns of the previous row).
inline constexpr std::string_view plan_columns =
    "frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_error_ns,alpha,presentation";
/// Returns one row with the values of `plan_columns`, without a line end.
std::string plan_cells(Nanos measured, const timestep::StepPlan& plan);

/// Formats the frames of a lane (one loop with its simulated world) as CSV: a header and one row per frame, each with a
/// line end. Call row() for all frames in order.
class SampleRows
{
public:
    static std::string header();
    /// Returns the row of a frame. Times in seconds have nine decimals; positions, velocity and energy have enough
    /// digits to read back the same double. The position of the ring (a PC that is never late) is empty if the scene
    /// has none. If the picture was not displayed, its screen time is empty. If no picture was displayed before this
    /// one, its animation error is empty. `events` contains the names of the frame's events, without commas.
    std::string row(const FrameSample& sample, std::string_view events);

private:
    Animation animation_;
};

} // namespace telemetry
