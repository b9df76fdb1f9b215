// base/toml_limits.hpp -- limits for TOML files, so that parsing needs little stack and little time
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace base
{

constexpr std::size_t max_toml_bytes = 1'000'000;
/// Largest number of parts of a TOML key (a.b.c has three parts), and largest depth of nested brackets.
constexpr std::size_t max_toml_depth = 32;
constexpr std::size_t max_toml_keys = 10'000; ///< largest number of keys and table names in a TOML document

/// A limit that a TOML text exceeds, such as "more than 10000 keys", and the first line beyond this limit.
struct ExceededLimit
{
    std::size_t line_number = 1;
    std::string description;
};

/// Returns the first limit that `text` exceeds, if any. Call it before `text` is parsed. Ignores TOML syntax errors.
std::optional<ExceededLimit> find_exceeded_toml_limit(std::string_view text);

} // namespace base
