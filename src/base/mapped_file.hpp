// base/mapped_file.hpp -- maps a file, even one larger than the memory: the system loads only the pages that are read
#pragma once

#include "base/message.hpp"
#include "base/system_files.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace base
{

/// The bytes of a file, read-only. A pipe or a device is read to its end into memory, at most 1,000,000,000 bytes.
class MappedFile
{
public:
    enum class Access : bool
    {
        map,
        copy, ///< copy a file of at most 1 GB into memory: what was read stays if the file becomes shorter
    };

    explicit MappedFile(const std::filesystem::path& path, Access access = Access::map)
        : file_{open_to_read(path)}
        , error_{file_.error()}
    {
        if (!file_.is_open()) return;
        std::error_code size_error; // of a pipe: then the size is over the limit
        const auto size = access == Access::copy ? std::filesystem::file_size(path, size_error) : 0;
        if (size == 0 || size > max_copied_bytes)
        {
            load(file_);
            return;
        }
        size_before_copy_ = static_cast<std::size_t>(size);
        loaded_bytes_.reserve(size_before_copy_ + 1'000'000); // more than one read beyond the end
        read_into_memory(file_, "a copy");
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    /// The system's error message; empty on success.
    const std::string& error() const { return error_; }
    /// True if the file has become shorter: since it was mapped, then the rest of bytes() is zeros; or while it was
    /// copied, then bytes() has its first part.
    bool has_become_shorter() const
    {
        return mapped_data_ ? mapping_has_become_shorter() : loaded_bytes_.size() < size_before_copy_;
    }
    /// An error message with `name` if the file has become shorter while its bytes were read.
    OptionalError truncation_error(std::string_view name) const
    {
        if (!has_become_shorter()) return std::nullopt;
        return message("{}: the file became shorter while it was read; read it when no program writes it", name);
    }
    std::string_view bytes() const
    {
        return mapped_data_ ? std::string_view{mapped_data_, mapped_size_} : std::string_view{loaded_bytes_};
    }
    /// Frees the memory pages that hold `range`, a part of bytes(). A later read loads these pages from the file again.
    void release_pages_overlapping(std::string_view range) const;

private:
    static constexpr std::size_t max_copied_bytes = 1'000'000'000;

    bool mapping_has_become_shorter() const;
    void load(const File& file);
    void read_into_memory(const File& file, const std::string& limited_source)
    {
        error_ = file.read_rest(loaded_bytes_, max_copied_bytes + 1);
        if (loaded_bytes_.size() > max_copied_bytes) error_ = "more than a gigabyte, the limit for " + limited_source;
    }

    File file_;
    const char* mapped_data_ = nullptr;
    std::size_t mapped_size_ = 0;
    int guarded_slot_ = -1; ///< in the list of mappings for the handler of SIGBUS; -1 if there is none
    std::string loaded_bytes_;
    std::size_t size_before_copy_ = 0;
    std::string error_;
};

} // namespace base
