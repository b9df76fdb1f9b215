// programs/version/version.hpp -- the output of --version: the facts that a bug report needs
#pragma once

#include <string>
#include <string_view>

namespace version
{

/// The output of --version: the program and its version; the commit, with "-dirty" if files differed from it; the
/// compiler; the libraries that every program uses, then `more_libraries`, such as "SDL 2.26.5". Has no final newline.
std::string version_text(std::string_view program, std::string_view more_libraries = "");

} // namespace version
