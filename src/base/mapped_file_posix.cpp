#include "base/mapped_file.hpp"

#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base
{

void MappedFile::map_file_or_read_pipe(const File& file)
{
    struct stat status
    {
    };
    const bool has_status = fstat(file.descriptor(), &status) == 0;
    if (!has_status || !S_ISREG(status.st_mode) || status.st_size == 0)
    {
        read_into_memory(file, "the limit for a pipe");
        return;
    }
    mapped_size_        = static_cast<std::size_t>(status.st_size);
    void* const mapping = mmap(nullptr, mapped_size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (mapping == MAP_FAILED)
    {
        error_ = std::generic_category().message(errno);
        return;
    }
    madvise(mapping, mapped_size_, MADV_SEQUENTIAL);
    mapped_bytes_ = static_cast<const char*>(mapping);
}

void MappedFile::release_pages(std::string_view part) const
{
    if (!mapped_bytes_) return;
    const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto begin     = static_cast<std::size_t>(part.data() - mapped_bytes_) / page_size * page_size;
    const auto end       = static_cast<std::size_t>(part.data() - mapped_bytes_) + part.size();
    madvise(const_cast<char*>(mapped_bytes_) + begin, end - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile()
{
    if (mapped_bytes_) munmap(const_cast<char*>(mapped_bytes_), mapped_size_);
}

} // namespace base
