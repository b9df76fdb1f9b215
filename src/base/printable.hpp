// base/printable.hpp -- makes texts of users and files safe to show in a terminal, in one line or on a page
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace base
{

/// The most characters that are shown of a text from a user or a file.
constexpr std::size_t most_shown = 80;

/// Returns `text` with question marks for bytes that are not UTF-8, control characters (escapes and line ends, too),
/// and marks that change the writing direction.
std::string without_controls(std::string_view text);

/// Returns `text` escaped by without_controls(). If it is longer than `most` characters, returns its beginning and its
/// end with "..." between them.
std::string printable(std::string_view text, std::size_t most = most_shown);

} // namespace base
