#include "base/child_process.hpp"

#include "base/message.hpp"

#include <stdexcept>

namespace base
{

JoiningChildProcess::JoiningChildProcess(const std::string& program, const std::vector<std::string>&)
{
    throw std::runtime_error(message("{} cannot be started: a web page cannot start programs", program));
}

JoiningChildProcess::~JoiningChildProcess() = default;

void JoiningChildProcess::write_to_stdin_ignoring_errors(std::span<const unsigned char>) const {}

JoiningChildProcess::SuccessAndStderr JoiningChildProcess::close_stdin_and_await_exit() { return {}; }

bool JoiningChildProcess::has_file_in_path_variable(const std::string&) { return false; }

} // namespace base
