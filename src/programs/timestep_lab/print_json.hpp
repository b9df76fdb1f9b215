// programs/timestep_lab/print_json.hpp -- JSON on the standard output
#pragma once

#include "base/print.hpp"

#include <nlohmann/json.hpp>

namespace timestep_lab
{

/// What is not ASCII is escaped, since a name may turn a terminal's writing; bytes that are no UTF-8 become the
/// replacement character.
inline void print_json(const nlohmann::ordered_json& json)
{
    base::print_text(json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

} // namespace timestep_lab
