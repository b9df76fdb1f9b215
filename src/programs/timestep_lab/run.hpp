// programs/timestep_lab/run.hpp -- the failures of a run as JSON, for `run` and `replay`
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// The time and the step of the first failure of each kind that has happened, by the names of the kinds.
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
