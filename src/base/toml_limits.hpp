// base/toml_limits.hpp -- limits for TOML files, so that parsing them needs little stack and little time
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace base
{

constexpr std::size_t max_toml_bytes = 1'000'000; ///< largest size of a TOML text in bytes
/// Largest number of parts of a key (a.b.c has three), and of brackets nested in each other.
constexpr std::size_t max_toml_depth = 32;
constexpr std::size_t max_toml_keys  = 10'000; ///< largest number of keys and table names in a TOML text

/// The first line of a TOML text that exceeds a limit of this header, and a text that names this limit.
struct ExceededLimit
{
    std::size_t line = 1;
    std::string what;
};

/// Checks the limits of this header before `text` is parsed. Returns std::nullopt if no limit is exceeded. It does not
/// check the TOML syntax; the parser reports such errors.
std::optional<ExceededLimit> exceeded_toml_limit(std::string_view text);

} // namespace base
