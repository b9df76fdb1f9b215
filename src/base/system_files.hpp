// base/system_files.hpp -- system calls for files, pipes, streams, sockets, processes; each operating system has a
// source file
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

/// The system's error message; empty on success.
using SystemErrorMessage = std::string;

/// An open file, pipe, device or standard stream. The destructor closes it, except a standard stream.
class File
{
public:
    File() = default;
    explicit File(int descriptor)
        : descriptor_{descriptor}
    {
    }
    File(File&& other) noexcept { *this = std::move(other); }
    File& operator=(File&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        std::swap(error_, other.error_);
        return *this;
    }
    ~File() { close(); }

    static File closed_with_error(std::string reason)
    {
        File file;
        file.error_ = std::move(reason);
        return file;
    }
    static File standard(StandardStream stream) { return File{static_cast<int>(stream)}; }

    bool is_open() const { return descriptor_ >= 0; }
    /// The reason for which the file could not be opened; empty if it is open.
    const std::string& error() const { return error_; }
    /// The file descriptor; -1 if the file is not open. Only platform-specific files (such as *_posix.cpp) call this.
    int descriptor() const { return descriptor_; }
    void close();

    SystemErrorMessage write(std::string_view bytes) const;
    /// Stops when `text` has `max_text_size` bytes.
    SystemErrorMessage read_rest(std::string& text, std::size_t max_text_size) const;
    /// Waits until all written bytes are on the disk.
    SystemErrorMessage wait_until_on_disk() const;
    /// The file stays open.
    SystemErrorMessage late_write_error() const;

private:
    int descriptor_ = -1;
    std::string error_;
};

/// Opens a file to read it. Except on Windows, waits for the writer of a named pipe; after 1 s, prints a message.
File open_to_read(const std::filesystem::path& file_or_pipe);

/// Reads the beginning of a file without moving the position at which later text is appended. After an error, returns
/// the bytes so far.
std::string read_beginning(const File& file, std::size_t max_bytes);

/// True if `path` exists and is neither a regular file nor a folder.
bool is_special_file(const std::filesystem::path& path);
/// Opens an existing file to write it from the beginning; deletes its content.
File open_to_overwrite(const std::filesystem::path& path);
/// Opens an existing file to append, and locks it until it is closed. If it is locked, returns an error in the File.
File open_to_append(const std::filesystem::path& path);
/// True except on Windows, where rename_file() cannot replace a file that is open to append.
bool can_replace_open_files();
/// Returns an error such as "Permission denied"; empty if this user may write the existing file or folder.
SystemErrorMessage write_permission_error(const std::filesystem::path& existing_file_or_folder);

/// A string that identifies a file; empty for pipes, devices, folders, and files in missing folders.
std::string file_identity(const std::filesystem::path& path);
/// The identity of the file to which the stream is redirected; empty if it is not redirected to a file.
std::string file_identity(StandardStream stream);

/// Creates a file and locks it until it is closed. If `path` exists, returns a closed File without an error.
File create_locked_file(const std::filesystem::path& path);
SystemErrorMessage rename_file(File& file_to_close_after_rename_on_windows, const std::filesystem::path& old_path,
                               const std::filesystem::path& new_path);
/// Removes the file `path`, which `file` has open, and closes `file`.
void remove_open_file(File& file, const std::filesystem::path& path);
/// Removes `path` if it is a regular file of this user and no process has locked it.
void remove_unlocked_file(const std::filesystem::path& path);
/// Gives `target` the permissions of the file `source`; does nothing if that file does not exist.
void try_copy_posix_permissions(const std::filesystem::path& source, const File& target);

int process_id();
/// True if a program accepts connections at the local socket `path`.
bool local_socket_accepts_connections(const std::filesystem::path& path);

} // namespace base
