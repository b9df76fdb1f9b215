// tests/thorough.hpp -- the number of tries of a test: all with TIMESTEP_THOROUGH=1 or in CI, else a tenth, with
// sanitizers a fortieth
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

/// Returns whether all tries are made: TIMESTEP_THOROUGH decides if set (0: no), else CI, which build servers set.
inline bool is_thorough()
{
    const auto is_set = [](const char* value) { return value && *value != '\0' && std::string_view{value} != "0"; };
    const char* said  = std::getenv("TIMESTEP_THOROUGH");
    return is_set(said ? said : std::getenv("CI"));
}

/// True in builds with AddressSanitizer, where each step takes six times as long.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// Returns n, if every nth row of a long table is to be tried.
inline std::size_t stride() { return is_thorough() ? 1 : is_sanitized ? 101 : 11; }

/// Returns the number of tries to make, if `count` is the number of a thorough run.
template <class Count>
Count tries(Count count)
{
    return is_thorough() ? count : count / (is_sanitized ? 40 : 10);
}
