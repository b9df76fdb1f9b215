// base/glob.hpp -- files whose names match a pattern, as in a shell
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// Whether `name` matches: `*` is any text, `?` any byte, `[a-z]` one byte of the set, `[!a-z]` one byte outside it. A
/// dot at the beginning of a name only matches a dot. A backslash before a byte takes its meaning away, except on
/// systems where it separates folders.
bool matches(std::string_view name, std::string_view pattern);

/// The paths that exist and match, in the order of their bytes. Folders of the path may have patterns, too.
std::vector<std::string> paths_matching(const std::string& pattern);

} // namespace base
