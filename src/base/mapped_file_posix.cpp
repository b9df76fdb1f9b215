#include "base/mapped_file.hpp"

#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base
{

void MappedFile::map_file_or_read_pipe_and_record_error(const File& file)
{
    struct stat file_status
    {
    };
    const bool is_mappable =
        fstat(file.descriptor(), &file_status) == 0 && S_ISREG(file_status.st_mode) && file_status.st_size > 0;
    if (!is_mappable)
    {
        read_into_memory(file, "a pipe");
        return;
    }
    mapped_size_              = static_cast<std::size_t>(file_status.st_size);
    void* const mapped_memory = mmap(nullptr, mapped_size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (mapped_memory == MAP_FAILED)
    {
        error_ = std::generic_category().message(errno);
        return;
    }
    madvise(mapped_memory, mapped_size_, MADV_SEQUENTIAL);
    mapped_data_ = static_cast<const char*>(mapped_memory);
}

void MappedFile::release_pages_overlapping(std::string_view range) const
{
    if (!mapped_data_) return;
    const auto page_size         = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto page_begin_offset = static_cast<std::size_t>(range.data() - mapped_data_) / page_size * page_size;
    const auto end_offset        = static_cast<std::size_t>(range.data() - mapped_data_) + range.size();
    madvise(const_cast<char*>(mapped_data_) + page_begin_offset, end_offset - page_begin_offset, MADV_DONTNEED);
}

MappedFile::~MappedFile()
{
    if (mapped_data_) munmap(const_cast<char*>(mapped_data_), mapped_size_);
}

} // namespace base
