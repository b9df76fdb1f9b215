// recordings/formats/text_encoding.hpp -- converts text files in UTF-8 or UTF-16 to UTF-8
#pragma once

#include <string>
#include <string_view>

namespace recordings
{

/// `bytes` as UTF-8 without a byte-order mark. The result points into `bytes` or, for UTF-16, into `utf8_buffer`.
/// UTF-16 is recognised by its byte-order mark, or by two ASCII characters at its beginning.
std::string_view to_utf8(std::string_view bytes, std::string& utf8_buffer);

} // namespace recordings
