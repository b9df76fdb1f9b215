// base/shell_word.hpp -- quotes a text as one word of a command line that the user can paste
#pragma once

#include <string>
#include <string_view>

namespace base
{

/// Returns `text` unchanged if a POSIX shell reads it as one plain word; otherwise in single quotes.
std::string shell_word(std::string_view text);

} // namespace base
