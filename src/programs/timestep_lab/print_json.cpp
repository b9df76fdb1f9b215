#include "programs/timestep_lab/print_json.hpp"

#include "base/message.hpp"

#include <nlohmann/json.hpp>

namespace timestep_lab
{

void print_json(const nlohmann::ordered_json& json)
{
    base::print_text(json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < failures.size(); ++i)
        if (const auto& f = failures[i])
            all[std::string{sim::event_kinds[i].name}] = {{"wall_s", timestep::to_seconds(f->first.wall)},
                                                          {"step_ms", timestep::to_millis(f->first.step)}};
    return all;
}

} // namespace timestep_lab
