// programs/timestep_lab/print_json.hpp -- prints JSON to the standard output
#pragma once

#include "base/message.hpp"

#include <nlohmann/json.hpp>

namespace timestep_lab
{

/// Prints `json` as ASCII text. Other characters are escaped, because some can change the direction of text in a
/// terminal. Bytes that are not valid UTF-8 become U+FFFD.
inline void print_json(const nlohmann::ordered_json& json)
{
    base::print_text(json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

} // namespace timestep_lab
