#include "programs/timestep_lab/print_json.hpp"

#include "base/message.hpp"

#include <nlohmann/json.hpp>

namespace timestep_lab
{

void print_json(const nlohmann::ordered_json& json)
{
    base::print_text(json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

} // namespace timestep_lab
