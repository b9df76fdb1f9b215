#include "base/child_process.hpp"

#include "base/message.hpp"

#include <stdexcept>

namespace base
{

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>&)
{
    throw std::runtime_error(message("{} cannot be started: a page starts no programs", program));
}

ChildProcess::~ChildProcess() = default;

void ChildProcess::write(std::span<const unsigned char>) const {}

ChildProcess::End ChildProcess::finish() { return {}; }

bool ChildProcess::exists(const std::string&) { return false; }

} // namespace base
