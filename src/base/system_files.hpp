// base/system_files.hpp -- system calls for files, pipes and streams; each operating system has its own source file
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace base
{

enum class StandardStream : int
{
    input,
    output,
    error,
};

/// The operating system's error message; empty on success.
using SystemError = std::string;

/// An open file, pipe, device or standard stream. The destructor closes it, except a standard stream.
class File
{
public:
    File() = default;
    explicit File(int descriptor)
        : descriptor_{descriptor}
    {
    }
    File(File&& other) noexcept
        : descriptor_{std::exchange(other.descriptor_, -1)}
        , error_{std::move(other.error_)}
    {
    }
    File& operator=(File&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        std::swap(error_, other.error_);
        return *this;
    }
    ~File() { close(); }

    static File failed_to_open(std::string reason)
    {
        File file;
        file.error_ = std::move(reason);
        return file;
    }
    static File standard(StandardStream stream) { return File{static_cast<int>(stream)}; }

    bool is_open() const { return descriptor_ >= 0; }
    /// The reason why the file could not be opened; empty if it is open.
    const std::string& error() const { return error_; }
    /// The file descriptor; -1 if the file is not open. Only source files for one operating system call this function.
    int descriptor() const { return descriptor_; }
    void close();

    SystemError write(std::string_view bytes) const;
    /// Appends the file's bytes to `text`, until the end of the file or until `text` has `max_size` bytes.
    SystemError read_up_to(std::string& text, std::size_t max_size) const;
    /// Returns an error that the system would otherwise report only when the file is closed, such as a full disk on a
    /// file server. The file stays open. `waits_for_disk` also waits until the bytes are on the disk.
    SystemError check_for_write_error(bool waits_for_disk = false) const;

private:
    int descriptor_ = -1;
    std::string error_;
};

/// Opens a file for reading. If a named pipe has no writer after one second, prints a message and waits for a writer.
File open_to_read(const std::filesystem::path& path);

/// True if `path` exists and is neither a regular file nor a folder.
bool is_pipe_or_device(const std::filesystem::path& path);
/// Opens an existing file, pipe or device for writing, and truncates it.
File open_existing_and_truncate(const std::filesystem::path& path);
/// Opens an existing file for appending, and locks it until it is closed. If this or another process has locked the
/// file already, the result is not open and has an error.
File open_to_append_locked(const std::filesystem::path& path);
/// True if the system can replace a file that is still open after open_to_append_locked(), by rename_and_replace().
bool can_replace_open_files();
/// The error if this user may not write the existing file or folder `path`, such as "Permission denied"; else empty.
SystemError write_permission_error(const std::filesystem::path& path);

/// An identifier that is equal for all paths of one file, even if the file does not exist yet. Empty for pipes, devices
/// and paths in missing folders. Symbolic links are followed only if the file exists.
std::string identity_of(const std::filesystem::path& path);
/// The identifier of the file to which a standard stream is redirected; empty if it is not redirected to a file.
std::string identity_of(StandardStream stream);

/// Creates a file and locks it until it is closed, so that remove_if_abandoned() in other processes does not remove it.
/// If `path` exists already, the result is not open and has no error: try another name.
File create_locked(const std::filesystem::path& path);
/// Renames a file of create_locked() from `old_path` to `new_path`, and replaces an existing file at `new_path`. Only
/// on POSIX systems `file` stays open and locked.
SystemError rename_and_replace(File& file, const std::filesystem::path& old_path,
                               const std::filesystem::path& new_path);
void remove_and_close(File& file, const std::filesystem::path& path);
/// Removes `path` if it is a regular file of this user and no process has locked it.
void remove_if_abandoned(const std::filesystem::path& path);
/// Does nothing if the file `source` does not exist.
void copy_permissions(const std::filesystem::path& source, const File& target);

int process_id();
/// True if a program accepts connections at the local socket `path`.
bool accepts_connections(const std::filesystem::path& path);

} // namespace base
