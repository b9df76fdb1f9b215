#include "base/shared_memory.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

namespace base
{

SharedMemory::SharedMemory(std::size_t size)
    : file_{memfd_create("timestep", MFD_CLOEXEC)}
{
    void* memory = MAP_FAILED;
    if (file_.is_open() && ftruncate(file_.descriptor(), static_cast<off_t>(size)) == 0)
        memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file_.descriptor(), 0);
    if (memory == MAP_FAILED)
        throw std::runtime_error{
            fmt::format("no shared memory of {} bytes: {}", size, std::generic_category().message(errno))};
    bytes_ = {static_cast<std::byte*>(memory), size};
}

SharedMemory::~SharedMemory() { munmap(bytes_.data(), bytes_.size()); }

std::string SharedMemory::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), file_.descriptor()); }

} // namespace base
