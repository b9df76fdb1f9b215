// cli/print_json.hpp -- JSON on the standard output
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli
{

/// A file's name may be any bytes; those that are no UTF-8 become the replacement character.
inline void print_json(const nlohmann::ordered_json& json)
{
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

} // namespace cli
