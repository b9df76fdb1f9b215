// programs/timestep_lab/run.hpp -- converts the physics failures of a run to JSON, for `run` and `replay`
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// The first failure of each kind: the wall time "wall_s" in s, and the step size "step_ms" in ms.
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
