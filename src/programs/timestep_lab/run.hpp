// programs/timestep_lab/run.hpp -- converts the physics failures of a run to JSON, for `run` and `replay`
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// For each kind of failure that occurred, by the kind's name: the time and the step of its first occurrence.
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
