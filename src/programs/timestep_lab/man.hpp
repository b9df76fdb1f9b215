// programs/timestep_lab/man.hpp -- the manual page, made of the command line itself
#pragma once

#include "programs/timestep_lab/command_tree.hpp"

#include <string>

namespace timestep_lab
{

/// In roff, for man(1).
std::string man_page(const ProgramFacts& program);

} // namespace timestep_lab
