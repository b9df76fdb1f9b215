// base/toml_limits.hpp -- what a TOML file may be, so that reading one takes neither the stack nor minutes
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace base
{

constexpr std::size_t longest_toml = 1'000'000; ///< bytes
constexpr std::size_t deepest_toml = 32;        ///< parts of a key, and brackets within brackets
constexpr std::size_t most_keys    = 10'000;

struct TooMuch
{
    std::size_t line = 1;
    std::string what;
};

/// Looked at before a text is parsed. What is no TOML at all is left to the parser, which stops there.
std::optional<TooMuch> too_much_toml(std::string_view text);

} // namespace base
