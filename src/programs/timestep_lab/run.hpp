// programs/timestep_lab/run.hpp -- converts the physics failures of a run, such as tunnelling, to JSON
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
