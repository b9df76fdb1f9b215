#include "base/child_process.hpp"

#include "base/message.hpp"

#include <stdexcept>

namespace base
{

PipedProgram::PipedProgram(const std::string& program, const std::vector<std::string>&)
{
    throw std::runtime_error(message("{} cannot be started: a web page cannot start programs", program));
}

PipedProgram::~PipedProgram() = default;

void PipedProgram::write_to_stdin_ignoring_errors(std::span<const unsigned char>) const {}

PipedProgram::ExitResult PipedProgram::finish() { return {}; }

bool PipedProgram::is_in_path_variable(const std::string&) { return false; }

} // namespace base
