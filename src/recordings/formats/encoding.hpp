// recordings/formats/encoding.hpp -- converts UTF-16 text to UTF-8
#pragma once

#include <string>
#include <string_view>

namespace recordings
{

/// Returns `bytes` as UTF-8 without a byte-order mark. Text in UTF-16 with a byte-order mark is converted into
/// `storage`, which must then live longer than the result. All other text is returned as a part of `bytes`.
std::string_view to_utf8(std::string_view bytes, std::string& storage);

} // namespace recordings
