// cli/man.hpp -- the manual page, made of the command line itself
#pragma once

#include "cli/command_tree.hpp"

#include <string>

namespace cli
{

/// In roff, for man(1).
std::string man_page(const ProgramFacts& program);

} // namespace cli
