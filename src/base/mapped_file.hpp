// base/mapped_file.hpp -- a file mapped into memory, so that even a gigabyte is not loaded at once
#pragma once

#include "base/system_files.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace base
{

/// The bytes of a file, read-only. A pipe or a device cannot be mapped: it is read into memory up to its end, at most a
/// gigabyte.
class MappedFile
{
public:
    explicit MappedFile(const std::filesystem::path& path);
    MappedFile(const MappedFile&)            = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    /// Returns the system's error message if the file could not be read, otherwise an empty text.
    const std::string& error() const { return error_; }
    std::string_view bytes() const { return mapping_ ? std::string_view{mapping_, size_} : std::string_view{copy_}; }
    /// Releases the memory of `part`, a part of bytes(). The system reads it from the file again at the next use.
    void release_pages(std::string_view part) const;

private:
    void load(const File& file);

    const char* mapping_ = nullptr;
    std::size_t size_    = 0;
    std::string copy_;
    std::string error_;
};

} // namespace base
