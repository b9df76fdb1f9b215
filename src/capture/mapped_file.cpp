#include "capture/mapped_file.hpp"

#include "io/open_to_read.hpp"
#include "io/write_all.hpp"

#include <array>
#include <cerrno>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace capture
{
namespace
{

constexpr std::size_t longest_pipe = 1'000'000'000; // some devices never end

void read_to_end(int descriptor, std::string& text, std::string& error)
{
    std::array<char, 65536> block{};
    for (;;)
    {
        const ssize_t got = ::read(descriptor, block.data(), block.size());
        if (text.size() > longest_pipe)
        {
            error = "more than a gigabyte, and not from a file";
            return;
        }
        if (got > 0)
            text.append(block.data(), static_cast<std::size_t>(got));
        else if (got == 0)
            return;
        else if (errno != EINTR)
        {
            error = io::last_error();
            return;
        }
    }
}

} // namespace

MappedFile::MappedFile(const std::filesystem::path& path)
{
    const int descriptor = io::open_to_read(path);
    if (descriptor < 0)
    {
        error_ = io::last_error();
        return;
    }
    load(descriptor);
    ::close(descriptor);
}

void MappedFile::load(int descriptor)
{
    struct stat status
    {
    };
    if (::fstat(descriptor, &status) != 0)
    {
        error_ = io::last_error();
        return;
    }
    if (!S_ISREG(status.st_mode) || status.st_size == 0)
    {
        read_to_end(descriptor, copy_, error_);
        return;
    }
    size_               = static_cast<std::size_t>(status.st_size);
    void* const mapping = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapping == MAP_FAILED)
    {
        error_ = io::last_error();
        return;
    }
    ::madvise(mapping, size_, MADV_SEQUENTIAL);
    mapping_ = static_cast<const char*>(mapping);
}

void MappedFile::forget(std::string_view part) const
{
    if (!mapping_) return;
    const auto page  = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto first = static_cast<std::size_t>(part.data() - mapping_) / page * page;
    const auto last  = static_cast<std::size_t>(part.data() - mapping_) + part.size();
    ::madvise(const_cast<char*>(mapping_) + first, last - first, MADV_DONTNEED);
}

MappedFile::~MappedFile()
{
    if (mapping_) ::munmap(const_cast<char*>(mapping_), size_);
}

} // namespace capture
