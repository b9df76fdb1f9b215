// base/printable_text.hpp -- makes strings from users and files safe to print, and shortens them
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace base
{

/// A message shortens a string that comes from a user or from a file to this number of characters.
constexpr std::size_t max_shown_characters = 80;

/// Replaces invalid UTF-8 bytes, control characters (also line ends) and marks of writing direction by question marks.
std::string sanitized(std::string_view text);

/// Replaces unprintable characters, and the middle of a text over `max_characters` by "...".
std::string printable_excerpt(std::string_view text, std::size_t max_characters = max_shown_characters);

} // namespace base
