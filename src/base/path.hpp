// base/path.hpp -- converts paths from and to UTF-8, the program's string encoding; finds paths by patterns
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// Converts UTF-8 to a path on every system. On POSIX systems the bytes are not changed, even if they are not UTF-8.
inline std::filesystem::path path_from_utf8(std::string_view utf8) { return std::u8string{utf8.begin(), utf8.end()}; }

/// Converts a path to UTF-8 without changing its separators. On POSIX systems the bytes are not changed.
inline std::string path_to_utf8(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

/// Matches a file name with a glob of `*`, `?`, `[a-z]`, `[!a-z]` and, except on Windows, backslash escapes. Only a dot
/// in `pattern` matches a dot at the beginning of `name`.
bool matches_glob(std::string_view name, std::string_view pattern);

/// The existing paths that match `glob`, sorted by their bytes. A folder `**` matches any number of nested folders.
std::vector<std::string> expand_glob(const std::string& glob);

} // namespace base
