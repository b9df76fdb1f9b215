// programs/version/version.hpp -- the output of --version: the facts that a bug report needs
#pragma once

#include <string>
#include <string_view>

namespace version
{

/// `more_libraries` names libraries that only `program` uses, such as "SDL 2.26.5". The text has no final newline.
std::string version_text(std::string_view program, std::string_view more_libraries = "");

} // namespace version
