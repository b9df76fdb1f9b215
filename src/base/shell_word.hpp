// base/shell_word.hpp -- a text as one word of a command line that somebody may paste
#pragma once

#include <string>
#include <string_view>

namespace base
{

/// As it is where a POSIX shell takes it so, in single quotes where not.
std::string shell_word(std::string_view text);

} // namespace base
