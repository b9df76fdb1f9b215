// programs/timestep_lab/run.hpp -- converts the physics failures of a run to JSON, for `run` and `replay`
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// First physics failure of each kind: start of its frame ("wall_s", wall time in s), longest step ("step_ms", in ms).
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
