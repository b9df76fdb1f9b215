// tests/thorough.hpp -- how long a property is tried: in full with TIMESTEP_THOROUGH=1 or in CI, else a tenth of it,
// and a fortieth with sanitizers
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

/// TIMESTEP_THOROUGH decides where it is set (0: no); build servers set CI.
inline bool is_thorough()
{
    const auto is_set = [](const char* value) { return value && *value != '\0' && std::string_view{value} != "0"; };
    const char* said  = std::getenv("TIMESTEP_THOROUGH");
    return is_set(said ? said : std::getenv("CI"));
}

/// With a sanitizer each step takes six times as long, and one that is good for a minute is good for an hour.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// Every how manyth of a long table is tried.
inline std::size_t stride() { return is_thorough() ? 1 : is_sanitized ? 101 : 11; }

/// So many tries of something whose full length is `count`.
template <class Count>
Count tries(Count count)
{
    return is_thorough() ? count : count / (is_sanitized ? 40 : 10);
}
