// base/path.hpp -- paths from and to UTF-8, which all texts of the program are in
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace base
{

/// The path that `utf8` names. Unlike the constructors of std::filesystem::path it does not use the system's narrow
/// encoding, which is not UTF-8 on Windows. On POSIX systems the bytes stay as they are, whether they are UTF-8 or not.
inline std::filesystem::path path_of(std::string_view utf8) { return std::u8string{utf8.begin(), utf8.end()}; }

/// The path as UTF-8, with the system's separators; on POSIX systems its bytes.
inline std::string utf8_of(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

} // namespace base
