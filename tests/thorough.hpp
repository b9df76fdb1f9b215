// tests/thorough.hpp -- how long a property is tried: in full with TIMESTEP_THOROUGH=1 or in CI, else a tenth of it
#pragma once

#include <cstdlib>
#include <string_view>

/// TIMESTEP_THOROUGH decides where it is set (0: no); build servers set CI.
inline bool is_thorough()
{
    const auto is_set = [](const char* value) { return value && *value != '\0' && std::string_view{value} != "0"; };
    const char* said  = std::getenv("TIMESTEP_THOROUGH");
    return is_set(said ? said : std::getenv("CI"));
}

/// So many tries of something whose full length is `count`.
template <class Count>
Count tries(Count count)
{
    return is_thorough() ? count : count / 10;
}
