#include "base/shared_memory.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace base
{

InMemoryFile::InMemoryFile()
    : file_{memfd_create("timestep", MFD_CLOEXEC | MFD_ALLOW_SEALING)}
{
    if (!file_.is_open())
        throw std::runtime_error{fmt::format("no shared memory: {}", std::generic_category().message(errno))};
}

std::string InMemoryFile::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), file_.descriptor()); }

SharedMemory::SharedMemory(std::size_t size)
{
    void* memory = MAP_FAILED;
    // Another process that shrank the memory would end this one by SIGBUS.
    if (ftruncate(file_.descriptor(), static_cast<off_t>(size)) == 0 &&
        fcntl(file_.descriptor(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file_.descriptor(), 0);
    if (memory == MAP_FAILED)
        throw std::runtime_error{
            fmt::format("no shared memory of {} bytes: {}", size, std::generic_category().message(errno))};
    bytes_ = {static_cast<std::byte*>(memory), size};
}

SharedMemory::~SharedMemory() { munmap(bytes_.data(), bytes_.size()); }

std::string SharedTextFile::read_new_text()
{
    std::string text;
    std::array<char, 16'384> buffer{};
    while (text.size() < max_bytes_per_read)
    {
        const ssize_t byte_count = pread(file_.descriptor(), buffer.data(), buffer.size(), read_offset_);
        if (byte_count <= 0) break; // 0: the end; negative: an error, after which the next call reads on
        text.append(buffer.data(), static_cast<std::size_t>(byte_count));
        read_offset_ += byte_count;
    }
    return text;
}

} // namespace base
