// recordings/formats/text_encoding.hpp -- converts text files in UTF-8 or UTF-16 to UTF-8
#pragma once

#include <string>
#include <string_view>

namespace recordings
{

/// `bytes` as UTF-8 without a byte-order mark. The result points into `bytes` or, for UTF-16, into `utf8_buffer`.
/// Only text with the byte-order mark of UTF-16 is converted.
std::string_view to_utf8(std::string_view bytes, std::string& utf8_buffer);

} // namespace recordings
