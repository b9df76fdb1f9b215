// programs/timestep_lab/print_json.hpp -- prints JSON to the standard output, and writes failures as JSON
#pragma once

#include "lab/lane/lane.hpp"

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// Prints `json` as ASCII text. Other characters are escaped, because some can change the direction of text in a
/// terminal. Bytes that are not valid UTF-8 become U+FFFD.
void print_json(const nlohmann::ordered_json& json);

/// Returns the time and the step of the first failure of each kind that has happened, by the names of the kinds.
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

} // namespace timestep_lab
