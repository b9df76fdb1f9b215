// base/path.hpp -- converts paths from and to UTF-8, the program's string encoding; finds paths by patterns
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// Converts UTF-8 to a path. (The constructor of std::filesystem::path expects the system's narrow encoding, which is
/// not UTF-8 on Windows.) On POSIX systems the bytes are not changed, even if they are not UTF-8.
inline std::filesystem::path path_from_utf8(std::string_view utf8) { return std::u8string{utf8.begin(), utf8.end()}; }

/// Converts a path to UTF-8 without changing its separators. On POSIX systems the bytes are not changed.
inline std::string path_to_utf8(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

/// Matches the file name `name` with the glob `pattern`: `*` matches any string, `?` any byte, `[a-z]` one byte of the
/// set, `[!a-z]` one byte outside the set. Only a dot matches a dot at the beginning of `name`. A backslash removes the
/// special meaning of the next byte, except on systems whose paths contain backslashes.
bool matches_glob(std::string_view name, std::string_view pattern);

/// Returns the existing paths that match `glob`, sorted by their bytes. Folder names in `glob` may contain wildcards,
/// too. The folder name `**` matches zero or more nested folders, as in `logs/**/*.csv`.
std::vector<std::string> find_paths_matching_glob(const std::string& glob);

} // namespace base
