// base/mapped_file.hpp -- a file's bytes, mapped into memory: a gigabyte is read without being loaded
#pragma once

#include "base/system_files.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace base
{

/// Read-only. A pipe cannot be mapped; it is read to its end instead, at most a gigabyte.
class MappedFile
{
public:
    explicit MappedFile(const std::filesystem::path& path);
    MappedFile(const MappedFile&)            = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    /// What the system said when the file could not be read; empty when it could.
    const std::string& error() const { return error_; }
    std::string_view bytes() const { return mapping_ ? std::string_view{mapping_, size_} : std::string_view{copy_}; }
    /// Releases the memory of `part` of the bytes; the file is read again when they are used again.
    void forget(std::string_view part) const;

private:
    void load(const File& file);

    const char* mapping_ = nullptr;
    std::size_t size_    = 0;
    std::string copy_;
    std::string error_;
};

} // namespace base
