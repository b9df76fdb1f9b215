// programs/timestep_lab/print_json.hpp -- prints JSON on the standard output
#pragma once

#include "base/print.hpp"

#include <nlohmann/json.hpp>

namespace timestep_lab
{

/// Prints `json` in ASCII. Other characters are escaped, because some of them change the direction of a terminal's
/// text. Bytes that are not UTF-8 become U+FFFD.
inline void print_json(const nlohmann::ordered_json& json)
{
    base::print_text(json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

} // namespace timestep_lab
