// The class LineProgram on desktops where programs cannot be started as loops: all but Linux.
#ifndef __linux__
#include "base/line_program.hpp"

#include <stdexcept>

namespace base
{

const bool runs_scripts_of_page = false;

std::unique_ptr<LineProgram> LineProgram::start(std::vector<std::string> command_line)
{
    throw std::runtime_error{command_line.front() + " cannot be started as a loop: only Linux can do that"};
}

} // namespace base
#endif
