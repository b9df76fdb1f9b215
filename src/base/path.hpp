// base/path.hpp -- converts paths from and to UTF-8, the encoding of all texts in the program; finds paths by a pattern
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// Converts UTF-8 text to a path. The constructor of std::filesystem::path would use the system's narrow encoding,
/// which is not UTF-8 on Windows. On POSIX systems the bytes are not changed, even if they are not UTF-8.
inline std::filesystem::path path_of(std::string_view utf8) { return std::u8string{utf8.begin(), utf8.end()}; }

/// Converts a path to UTF-8 text, with the system's separators. On POSIX systems the bytes are not changed.
inline std::string utf8_of(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

/// Converts a path to UTF-8 text, with slashes between the names of folders on every system.
inline std::string generic_utf8_of(const std::filesystem::path& path)
{
    const std::u8string text = path.generic_u8string();
    return {text.begin(), text.end()};
}

/// True if the file name `name` matches `pattern`. `*` matches any text, `?` any byte, `[a-z]` one byte of the set,
/// `[!a-z]` one byte outside the set. A dot at the beginning of a name matches only a dot. A backslash removes the
/// special meaning of the next byte; but on systems whose paths contain backslashes, a backslash is an ordinary byte.
bool matches(std::string_view name, std::string_view pattern);

/// The existing paths that match `pattern`, sorted by their bytes. Names of folders in `pattern` may contain `*`, `?`
/// and `[...]`, too. The folder name `**` matches zero or more nested folders, as in `logs/**/*.csv`.
std::vector<std::string> paths_matching(const std::string& pattern);

} // namespace base
