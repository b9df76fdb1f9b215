// programs/timestep_lab/run.hpp -- converts the physics failures of a run to JSON, for `run` and `replay`
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// Maps the name of each failure that occurred to its first occurrence: wall time wall_s in s, step size step_ms in ms.
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
