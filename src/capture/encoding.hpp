// capture/encoding.hpp -- whatever a tool wrote, as UTF-8
#pragma once

#include <string>
#include <string_view>

namespace capture
{

/// `bytes` without a byte-order mark, in UTF-8. `storage` holds the text when it had to be converted from UTF-16, and
/// must outlive the result; otherwise the result lies within `bytes`.
std::string_view to_utf8(std::string_view bytes, std::string& storage);

/// `text` with a question mark for every control character and every byte that is not UTF-8: safe in a terminal, in one
/// line and in JSON.
std::string printable(std::string_view text);
/// The first 40 characters of that.
std::string quotable(std::string_view text);

} // namespace capture
