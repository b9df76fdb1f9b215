// base/path.hpp -- converts paths from and to UTF-8, the encoding of all texts in the program
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace base
{

/// Converts UTF-8 text to a path. The constructor of std::filesystem::path would use the system's narrow encoding,
/// which is not UTF-8 on Windows. On POSIX systems the bytes are not changed, even if they are not UTF-8.
inline std::filesystem::path path_of(std::string_view utf8) { return std::u8string{utf8.begin(), utf8.end()}; }

/// Converts a path to UTF-8, with the system's separators. On POSIX systems the bytes are not changed.
inline std::string utf8_of(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

} // namespace base
