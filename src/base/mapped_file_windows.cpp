#include "base/mapped_file.hpp"

#include "base/windows_calls.hpp"

#include <windows.h>

namespace base
{

void MappedFile::load(const File& file)
{
    const HANDLE handle = handle_of(file);
    LARGE_INTEGER file_size{};
    const bool is_mappable =
        GetFileType(handle) == FILE_TYPE_DISK && GetFileSizeEx(handle, &file_size) != 0 && file_size.QuadPart != 0;
    if (!is_mappable)
    {
        read_into_memory(file, "a pipe");
        return;
    }
    mapped_size_ = static_cast<std::size_t>(file_size.QuadPart);
    const HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping != nullptr) mapped_data_ = static_cast<const char*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
    if (mapped_data_ == nullptr) error_ = last_windows_error_message();
    if (mapping != nullptr) CloseHandle(mapping); // the mapped memory stays valid until UnmapViewOfFile()
}

bool MappedFile::mapping_has_become_shorter() const { return false; } // Windows keeps the length of a mapped file

void MappedFile::release_pages_overlapping(std::string_view range) const
{
    // On pages that are not locked, VirtualUnlock() returns an error, but removes them from the working set.
    // Source: https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualunlock
    if (mapped_data_ != nullptr) VirtualUnlock(const_cast<char*>(range.data()), range.size());
}

MappedFile::~MappedFile()
{
    if (mapped_data_ != nullptr) UnmapViewOfFile(mapped_data_);
}

} // namespace base
