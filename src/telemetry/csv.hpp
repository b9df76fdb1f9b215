// telemetry/csv.hpp -- frame samples as text, one row a frame
#pragma once

#include "telemetry/frame_sample.hpp"

#include <string>
#include <string_view>

namespace telemetry
{

inline constexpr const char* csv_header =
    "frame,wall_s,frame_ns,steps,dt_ns,tail_ns,carried_ns,dropped_ns,alpha,sim_s,x,v,energy,events\n";

/// One line, with its line end. Doubles are written so that reading them gives the same double. `events` names what
/// happened, without commas.
std::string csv_row(const FrameSample& sample, std::string_view events);

} // namespace telemetry
