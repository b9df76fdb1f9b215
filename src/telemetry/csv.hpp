// telemetry/csv.hpp -- plans and frame samples as CSV text, one row per frame; columns of both have the same names
#pragma once

#include "telemetry/frame_sample.hpp"
#include "telemetry/meter.hpp"

#include <string>
#include <string_view>

namespace telemetry
{

/// The columns of a loop's input and plan. In every row: frame_ns = stepped_ns + dropped_ns + filter_error_ns +
/// (increase of carried_ns since the row before).
inline constexpr std::string_view plan_columns =
    "frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_error_ns,alpha,presentation";
/// Returns one row of these columns, without a line end.
std::string plan_cells(Nanos measured, const timestep::StepPlan& plan);

/// Writes a header and one row per frame of a lane. Call row() for all frames in order. Each returned line ends with a
/// line end.
class SampleRows
{
public:
    static std::string header();
    /// Returns the row of a frame. Doubles are written such that reading them gives the same double, except times,
    /// which have nine decimals. If the picture was not displayed, its screen time is empty; if no picture was
    /// displayed before it, its animation error is empty. `events` contains the names of the frame's events, without
    /// commas.
    std::string row(const FrameSample& sample, std::string_view events);

private:
    Animation animation_;
};

} // namespace telemetry
