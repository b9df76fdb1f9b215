// base/printable.hpp -- texts of the user's or of a file's, made fit to be shown: in a terminal, in one line, in a page
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace base
{

/// So many characters of somebody else's text are shown in one place.
constexpr std::size_t most_shown = 80;

/// `text` with a question mark for every byte that is not UTF-8, and for every character that would do something
/// instead of being seen: controls, escapes, ends of lines, and what turns the direction of writing.
std::string without_controls(std::string_view text);

/// The same, and of one that is longer than `most` characters the beginning and the end, with "..." between them.
std::string printable(std::string_view text, std::size_t most = most_shown);

} // namespace base
