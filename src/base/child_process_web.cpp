#include "base/child_process.hpp"

#include "base/message.hpp"

#include <stdexcept>

namespace base
{

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>&)
{
    throw std::runtime_error(message("{} cannot be started: a web page cannot start programs", program));
}

ChildProcess::~ChildProcess() = default;

void ChildProcess::write_to_stdin_ignoring_errors(std::span<const unsigned char>) const {}

ChildProcess::ExitResult ChildProcess::finish() { return {}; }

bool ChildProcess::is_in_path_variable(const std::string&) { return false; }

} // namespace base
