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
    explicit MappedFile(const std::filesystem::path& path)
        : file_{try_open_to_read_and_print_pipe_wait(path)}
        , error_{file_.error()}
    {
        if (file_.is_open()) map_file_or_read_pipe_and_record_error(file_);
    }
    MappedFile(const MappedFile&)            = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    /// The system's error message; empty on success.
    const std::string& error() const { return error_; }
    /// True if the file has become shorter since it was opened: the rest of bytes() is zeros.
    bool has_become_shorter() const;
    /// An error message with `name` if the file has become shorter while its bytes were read.
    OptionalError error_if_shorter(std::string_view name) const
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
    void map_file_or_read_pipe_and_record_error(const File& file);
    void read_into_memory(const File& file, const std::string& limited_source)
    {
        constexpr std::size_t max_read_bytes = 1'000'000'000;
        error_                               = file.append_rest_up_to_size(loaded_bytes_, max_read_bytes + 1);
        if (loaded_bytes_.size() > max_read_bytes) error_ = "more than a gigabyte, the limit for " + limited_source;
    }

    File file_;
    const char* mapped_data_ = nullptr;
    std::size_t mapped_size_ = 0;
    int guarded_slot_        = -1; ///< in the list of mappings for the handler of SIGBUS; -1 if there is none
    std::string loaded_bytes_;
    std::string error_;
};

} // namespace base
