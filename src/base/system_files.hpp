// base/system_files.hpp -- the calls that each operating system offers for files, pipes and streams; one source per
// system
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

/// An open file, pipe, device or standard stream. The destructor closes it, except for standard streams. Functions that
/// return a string return what the system says when they fail, and an empty string when they succeed.
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

    static File not_open(std::string why)
    {
        File file;
        file.error_ = std::move(why);
        return file;
    }
    static File standard(StandardStream stream) { return File{static_cast<int>(stream)}; }

    bool is_open() const { return descriptor_ >= 0; }
    /// Why the file could not be opened; empty when it was.
    const std::string& error() const { return error_; }
    /// The C runtime's number of the file, for the sources of one system; -1 when it is not open.
    int descriptor() const { return descriptor_; }
    void close();

    std::string write(std::string_view bytes) const;
    /// Appends to `text` until the file ends or `text` has `most` bytes.
    std::string read_to_end(std::string& text, std::size_t most) const;
    /// Reports what the system only reports on closing, such as a full disk of a server; the file stays open. With
    /// `on_disk` it also waits until the bytes are on the disk.
    std::string settle(bool on_disk = false) const;

private:
    int descriptor_ = -1;
    std::string error_;
};

/// Opens a file for reading. While a named pipe has no writer, it prints one line on the standard error and waits.
File open_to_read(const std::filesystem::path& path);

enum class IfMissing : bool
{
    fail,
    create,
};
/// Opens a file for writing and empties it.
File open_to_write(const std::filesystem::path& path, IfMissing missing);
/// Why this user may not write the existing file `path`; empty when the user may.
std::string why_not_writable(const std::filesystem::path& path);

/// A key of the file that `path` names: equal for all names of one file, whether it exists or will be created; empty
/// for pipes, devices and paths in missing folders. Symbolic links are followed only if the file exists.
std::string identity_of(const std::filesystem::path& path);
/// The same for the file to which a standard stream is redirected; empty when it is not redirected to a file.
std::string identity_of(StandardStream stream);

/// A held file belongs to this process until it is closed: other processes do not remove it with `remove_if_abandoned`.
/// Creates one. If the name is taken, the result is neither open nor has it an error.
File create_held(const std::filesystem::path& path);
/// Moves the held file `from` to `to`, replacing a file there. Closes it first where an open file cannot be moved.
std::string move_held(File& file, const std::filesystem::path& from, const std::filesystem::path& to);
/// Removes the held file and closes it.
void remove_held(File& file, const std::filesystem::path& path);
/// Removes a regular file of this user that no process holds.
void remove_if_abandoned(const std::filesystem::path& path);
/// Gives `file` the permissions of `model`, if `model` exists.
void copy_permissions(const std::filesystem::path& model, const File& file);

/// The number of this process, which no other running process has.
int process_id();
/// Whether a program accepts connections at the local socket `path`.
bool accepts_connections(const std::filesystem::path& path);

} // namespace base
