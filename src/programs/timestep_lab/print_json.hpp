// programs/timestep_lab/print_json.hpp -- prints JSON to the standard output
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace timestep_lab
{

/// Prints `json` as ASCII text. Other characters are escaped, because some can change the direction of text in a
/// terminal. Bytes that are not valid UTF-8 become U+FFFD.
void print_json(const nlohmann::ordered_json& json);

} // namespace timestep_lab
