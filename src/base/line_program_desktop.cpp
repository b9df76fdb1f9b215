// The class LineProgram on desktops where programs cannot be started as loops: all but Linux.
#ifndef __linux__
#include "base/line_program.hpp"

#include <stdexcept>

namespace base
{

const bool runs_scripts_of_page = false;

struct LineProgram::Streams
{
    std::string error_text;
};

LineProgram::LineProgram(std::vector<std::string> command_line)
{
    throw std::runtime_error{command_line.front() + " cannot be started as a loop: only Linux can do that"};
}

LineProgram::~LineProgram() = default;

bool LineProgram::write_line(std::string) { return false; }

LineRead LineProgram::read_line(timestep::Nanos) { return {}; }

std::string LineProgram::unread_output() { return {}; }

const std::string& LineProgram::error_output() const { return streams_->error_text; }

std::optional<int> LineProgram::await_exit_code(timestep::Nanos) { return 0; }

void LineProgram::kill() {}

int LineProgram::pid() const { return -1; }

} // namespace base
#endif
