// telemetry/csv.hpp -- plans and frame samples as text, one row a frame; times of both have the same names
#pragma once

#include "telemetry/frame_sample.hpp"
#include "telemetry/meter.hpp"

#include <string>
#include <string_view>

namespace telemetry
{

/// What a loop was given and what it decided. Row by row frame_ns = stepped_ns + dropped_ns + filter_error_ns + what
/// carried_ns grew by.
inline constexpr std::string_view plan_columns =
    "frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_error_ns,alpha,presentation";
std::string plan_cells(Nanos measured, const timestep::StepPlan& plan);

/// The rows of a lane's frames, in their order, below a header. Each line has its line end.
class SampleRows
{
public:
    static std::string header();
    /// Doubles are written so that reading them gives the same double. What is not known is empty: when a picture
    /// reached the screen if it did not, its animation error if none was there before. `events` names what happened,
    /// without commas.
    std::string row(const FrameSample& sample, std::string_view events);

private:
    Animation animation_;
};

} // namespace telemetry
