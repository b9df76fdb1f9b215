#include "base/mapped_file.hpp"

#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base
{

void MappedFile::load(const File& file)
{
    struct stat status
    {
    };
    const bool has_status = fstat(file.descriptor(), &status) == 0;
    if (!has_status || !S_ISREG(status.st_mode) || status.st_size == 0)
    {
        copy(file, "the limit for a pipe");
        return;
    }
    size_               = static_cast<std::size_t>(status.st_size);
    void* const mapping = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (mapping == MAP_FAILED)
    {
        error_ = std::generic_category().message(errno);
        return;
    }
    madvise(mapping, size_, MADV_SEQUENTIAL);
    mapping_ = static_cast<const char*>(mapping);
}

void MappedFile::release_pages(std::string_view part) const
{
    if (!mapping_) return;
    const auto page  = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto first = static_cast<std::size_t>(part.data() - mapping_) / page * page;
    const auto last  = static_cast<std::size_t>(part.data() - mapping_) + part.size();
    madvise(const_cast<char*>(mapping_) + first, last - first, MADV_DONTNEED);
}

MappedFile::~MappedFile()
{
    if (mapping_) munmap(const_cast<char*>(mapping_), size_);
}

} // namespace base
