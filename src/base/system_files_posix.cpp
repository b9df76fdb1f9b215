#include "base/system_files.hpp"

#include "base/linux_calls_posix.hpp"
#include "base/message.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace base
{

namespace
{

namespace fs = std::filesystem;
using FileStatus = struct stat;

constexpr int silent_writer_wait_ms = 1000; // after a longer wait for the writer of a pipe, the user gets a message
constexpr int endless_wait_ms = -1;

std::string errno_message() { return std::generic_category().message(errno); }

File opened_file(int descriptor)
{
    return descriptor < 0 ? File::closed_with_error(errno_message()) : File{descriptor};
}

// True if `file` has data, its writer has closed it, or poll() fails.
bool wait_until_readable(const File& file, int timeout_ms)
{
    pollfd poll_request{.fd = file.descriptor(), .events = POLLIN, .revents = 0};
    int ready_count = -1;
    do ready_count = poll(&poll_request, 1, timeout_ms);
    while (ready_count < 0 && errno == EINTR);
    return ready_count != 0;
}

std::string identity_of(const FileStatus& status) { return fmt::format("{}:{}", status.st_dev, status.st_ino); }

} // namespace

void File::close()
{
    const int descriptor = std::exchange(descriptor_, -1);
    if (descriptor > STDERR_FILENO) ::close(descriptor);
}

SystemErrorMessage File::write(std::string_view bytes) const
{
    while (!bytes.empty())
    {
        const ssize_t bytes_written = ::write(descriptor_, bytes.data(), bytes.size());
        if (bytes_written < 0 && errno != EINTR) return errno_message();
        bytes.remove_prefix(bytes_written > 0 ? static_cast<std::size_t>(bytes_written) : 0);
    }
    return "";
}

SystemErrorMessage File::read_rest(std::string& text, std::size_t max_text_size) const
{
    constexpr std::size_t max_chunk_size = 1'000'000;

    std::size_t filled_size = text.size();
    ssize_t bytes_read = 1;
    std::string error = "";
    while (bytes_read != 0 && error.empty() && filled_size < max_text_size)
    {
        text.resize(std::min(max_text_size, filled_size + max_chunk_size));
        bytes_read = ::read(descriptor_, &text[filled_size], text.size() - filled_size);
        if (bytes_read > 0) filled_size += static_cast<std::size_t>(bytes_read);
        if (bytes_read < 0 && errno != EINTR) error = errno_message();
    }
    text.resize(filled_size);
    return error;
}

SystemErrorMessage File::wait_until_on_disk() const { return fsync(descriptor_) == 0 ? "" : errno_message(); }

// Network drives report some write errors only when a descriptor is closed.
SystemErrorMessage File::late_write_error() const
{
    const int duplicate_descriptor = dup(descriptor_);
    return duplicate_descriptor < 0 || ::close(duplicate_descriptor) != 0 ? errno_message() : "";
}

File open_to_read(const fs::path& file_or_pipe)
{
    FileStatus status{};
    if (stat(file_or_pipe.c_str(), &status) != 0 || !S_ISFIFO(status.st_mode))
        return opened_file(open(file_or_pipe.c_str(), O_RDONLY | O_CLOEXEC));
    File pipe = opened_file(open(file_or_pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!pipe.is_open()) return pipe;
    if (!wait_until_readable(pipe, silent_writer_wait_ms))
    {
        print_error(program_invocation_short_name,
                    message("waiting for a program to write into {}; press Ctrl+C to stop", file_or_pipe));
        wait_until_readable(pipe, endless_wait_ms);
    }
    fcntl(pipe.descriptor(), F_SETFL, O_RDONLY); // clears O_NONBLOCK, so that read() waits for data
    return pipe;
}

std::string read_beginning(const File& file, std::size_t max_bytes)
{
    std::string text(max_bytes, '\0');
    const ssize_t byte_count = pread(file.descriptor(), text.data(), text.size(), 0);
    text.resize(byte_count > 0 ? static_cast<std::size_t>(byte_count) : 0);
    return text;
}

bool is_special_file(const fs::path& path)
{
    FileStatus status{};
    return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

File open_to_overwrite(const fs::path& path) { return opened_file(open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)); }

// The lock prevents two programs from mixing their bytes. On a file system without locks, the file stays unlocked.
File open_to_append(const fs::path& path)
{
    File file = opened_file(open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (file.is_open() && flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return File::closed_with_error("another program is writing this file; choose another name");
    return file;
}

bool can_replace_open_files() { return true; }

SystemErrorMessage write_permission_error(const fs::path& existing_file_or_folder)
{
    return access(existing_file_or_folder.c_str(), W_OK) == 0 ? "" : errno_message();
}

std::string file_identity(const fs::path& path)
{
    FileStatus status{};
    if (stat(path.c_str(), &status) == 0) return S_ISREG(status.st_mode) ? identity_of(status) : "";
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path{"."};
    if (stat(folder.c_str(), &status) != 0) return "";
    return identity_of(status) + "/" + path.filename().string();
}

std::string file_identity(StandardStream stream)
{
    FileStatus status{};
    return fstat(static_cast<int>(stream), &status) == 0 && S_ISREG(status.st_mode) ? identity_of(status) : "";
}

File create_locked_file(const fs::path& path)
{
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return errno == EEXIST ? File{} : File::closed_with_error(errno_message());
    File file{descriptor};
    flock(descriptor, LOCK_EX);
    // If another process has removed the file before flock(), returns a closed File, and the caller tries again.
    FileStatus status{};
    if (fstat(descriptor, &status) != 0 || status.st_nlink == 0) return {};
    return file;
}

SystemErrorMessage rename_file(File&, const fs::path& old_path, const fs::path& new_path)
{
    return rename(old_path.c_str(), new_path.c_str()) == 0 ? "" : errno_message();
}

void remove_open_file(File& file, const fs::path& path)
{
    unlink(path.c_str());
    file.close();
}

void remove_unlocked_file(const fs::path& path)
{
    const File file = opened_file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    FileStatus status{};
    const bool is_own_regular_file = file.is_open() && fstat(file.descriptor(), &status) == 0 &&
                                     S_ISREG(status.st_mode) && status.st_uid == geteuid();
    if (is_own_regular_file && flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
}

void try_copy_posix_permissions(const fs::path& source, const File& target)
{
    FileStatus status{};
    if (stat(source.c_str(), &status) == 0) fchmod(target.descriptor(), status.st_mode & 0777);
}

int process_id() { return getpid(); }

bool local_socket_accepts_connections(const fs::path& path)
{
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    if (path.native().size() >= sizeof address.sun_path) return false;
    path.native().copy(address.sun_path, path.native().size());
    const File socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    return connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0; // NOLINT
}

} // namespace base
