// programs/timestep_lab/man.hpp -- generates the manual page from the definitions of the options
#pragma once

#include "programs/timestep_lab/command_tree.hpp"

#include <string>

namespace timestep_lab
{

/// Returns the manual page in roff, the input format of man(1).
std::string man_page(const ProgramFacts& program);

} // namespace timestep_lab
