// programs/version/version.hpp -- the text of --version: what a bug report must name
#pragma once

#include <string>
#include <string_view>

namespace version
{

/// The lines that --version prints: the program and its version; the commit, with "-dirty" if files differed
/// from it; the compiler; the libraries that both programs use, followed by `more_libraries`, such as "SDL 2.26.5". No
/// line break at the end.
std::string text(std::string_view program, std::string_view more_libraries = "");

} // namespace version
