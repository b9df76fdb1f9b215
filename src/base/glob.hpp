// base/glob.hpp -- finds files whose names match a pattern, as in a shell
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// Returns whether `name` matches `pattern`. `*` matches any text, `?` any byte, `[a-z]` one byte of the set, `[!a-z]`
/// one byte outside the set. A dot at the beginning of a name only matches a dot. A byte after a backslash has no
/// special meaning. On systems where the backslash separates folders, the backslash is an ordinary byte.
bool matches(std::string_view name, std::string_view pattern);

/// Returns the existing paths that match `pattern`, sorted by their bytes. Folders in `pattern` may be patterns, too.
std::vector<std::string> paths_matching(const std::string& pattern);

} // namespace base
