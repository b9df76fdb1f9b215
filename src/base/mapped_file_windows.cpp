#include "base/mapped_file.hpp"

#include "base/windows_calls.hpp"

#include <io.h>
#include <windows.h>

namespace base
{

void MappedFile::map_file_or_read_pipe(const File& file)
{
    const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(file.descriptor()));
    LARGE_INTEGER size{};
    if (GetFileType(handle) != FILE_TYPE_DISK || GetFileSizeEx(handle, &size) == 0 || size.QuadPart == 0)
    {
        read_into_memory(file, "the limit for a pipe");
        return;
    }
    mapped_size_         = static_cast<std::size_t>(size.QuadPart);
    const HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping != nullptr) mapped_bytes_ = static_cast<const char*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
    if (mapped_bytes_ == nullptr) error_ = last_windows_error_message();
    if (mapping != nullptr) CloseHandle(mapping); // the mapped memory stays valid until UnmapViewOfFile()
}

void MappedFile::release_pages(std::string_view part) const
{
    // VirtualUnlock() fails, because the pages are not locked, but it removes them from the working set of this
    // process. Source: https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualunlock
    if (mapped_bytes_ != nullptr) VirtualUnlock(const_cast<char*>(part.data()), part.size());
}

MappedFile::~MappedFile()
{
    if (mapped_bytes_ != nullptr) UnmapViewOfFile(mapped_bytes_);
}

} // namespace base
