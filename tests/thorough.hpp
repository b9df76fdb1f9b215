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
    const char* said = std::getenv("TIMESTEP_THOROUGH");
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

/// Returns the distance between the rows of a long table that a test tries: 1 in thorough runs, else 11, with
/// sanitizers 101.
inline std::size_t stride() { return is_thorough() ? 1 : is_sanitized ? 101 : 11; }

/// Returns the number of tries: `count` in thorough runs, else a tenth, with sanitizers a fortieth.
template <class Count>
Count tries(Count count)
{
    return is_thorough() ? count : count / (is_sanitized ? 40 : 10);
}
