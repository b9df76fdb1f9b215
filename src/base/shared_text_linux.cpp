#include "base/shared_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

namespace base
{

SharedText::SharedText()
    : file_{memfd_create("timestep", MFD_CLOEXEC)}
{
    if (!file_.is_open())
        throw std::runtime_error{fmt::format("no shared memory: {}", std::generic_category().message(errno))};
}

std::string SharedText::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), file_.descriptor()); }

std::string SharedText::take()
{
    std::string text;
    std::array<char, 16'384> part{};
    for (ssize_t bytes = 0; (bytes = pread(file_.descriptor(), part.data(), part.size(), taken_)) > 0; taken_ += bytes)
        text.append(part.data(), static_cast<std::size_t>(bytes));
    return text;
}

} // namespace base
