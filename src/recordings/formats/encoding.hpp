// recordings/formats/encoding.hpp -- whatever a tool wrote, as UTF-8
#pragma once

#include <string>
#include <string_view>

namespace recordings
{

/// `bytes` without a byte-order mark, in UTF-8. `storage` holds the text when it had to be converted from UTF-16, and
/// must outlive the result; otherwise the result lies within `bytes`.
std::string_view to_utf8(std::string_view bytes, std::string& storage);

} // namespace recordings
