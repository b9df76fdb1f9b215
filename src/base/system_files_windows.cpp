#include "base/system_files.hpp"

#include "base/path.hpp"
#include "base/windows_calls.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace base
{

namespace
{

namespace fs = std::filesystem;

constexpr DWORD share_with_all_programs = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr std::size_t max_chunk_size = 1'000'000; // largest number of bytes in one call of _read() or _write()

std::string errno_message() { return std::generic_category().message(errno); }

// Opens a file in binary mode. Child processes do not inherit its handle.
File open_file(const fs::path& path, DWORD access, DWORD sharing, DWORD disposition,
               DWORD flags = FILE_ATTRIBUTE_NORMAL)
{
    const HANDLE handle = CreateFileW(path.c_str(), access, sharing, nullptr, disposition, flags, nullptr);
    if (handle == INVALID_HANDLE_VALUE)
    {
        const DWORD error = GetLastError();
        File failed_file = File::closed_with_error(windows_error_message(error));
        SetLastError(error); // for the callers, because windows_error_message() can change the last error
        return failed_file;
    }
    const int descriptor = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_NOINHERIT);
    return descriptor < 0 ? File::closed_with_error(errno_message()) : File{descriptor};
}

// Locks one byte far beyond the end of the file, because Windows lets no other process read or write locked bytes.
bool try_lock(const File& file)
{
    OVERLAPPED locked_byte{};
    locked_byte.OffsetHigh = 0x40000000;
    return LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &locked_byte) != 0;
}

// Returns a string that identifies a file by its volume and its index on the volume. Empty for pipes and devices.
std::string file_identity_of_handle(HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION file_info{};
    if (GetFileType(handle) != FILE_TYPE_DISK || GetFileInformationByHandle(handle, &file_info) == 0) return "";
    return fmt::format("{}:{}:{}", file_info.dwVolumeSerialNumber, file_info.nFileIndexHigh, file_info.nFileIndexLow);
}

// Opens a file only to call file_identity_of_handle(). This needs no permission to read the file.
File open_for_file_identity(const fs::path& path)
{
    return open_file(path, 0, share_with_all_programs, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
}

} // namespace

void File::close()
{
    const int descriptor = std::exchange(descriptor_, -1);
    if (descriptor > static_cast<int>(StandardStream::error)) _close(descriptor);
}

SystemErrorMessage File::write(std::string_view bytes) const
{
    while (!bytes.empty())
    {
        const int bytes_written =
            _write(descriptor_, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), max_chunk_size)));
        if (bytes_written < 0) return errno_message();
        bytes.remove_prefix(static_cast<std::size_t>(bytes_written));
    }
    return "";
}

SystemErrorMessage File::read_rest(std::string& text, std::size_t max_text_size) const
{
    std::size_t filled_size = text.size();
    int bytes_read = 1;
    std::string error = "";
    while (bytes_read > 0 && filled_size < max_text_size)
    {
        text.resize(std::min(max_text_size, filled_size + max_chunk_size));
        bytes_read = _read(descriptor_, &text[filled_size], static_cast<unsigned>(text.size() - filled_size));
        if (bytes_read > 0) filled_size += static_cast<std::size_t>(bytes_read);
        if (bytes_read < 0) error = errno_message();
    }
    text.resize(filled_size);
    return error;
}

SystemErrorMessage File::wait_until_on_disk() const { return _commit(descriptor_) == 0 ? "" : errno_message(); }

// Some errors are reported only by _close(), so this function closes a second descriptor of the file.
SystemErrorMessage File::late_write_error() const
{
    const int duplicate_descriptor = _dup(descriptor_);
    return duplicate_descriptor < 0 || _close(duplicate_descriptor) != 0 ? errno_message() : "";
}

File open_to_read(const fs::path& file_or_pipe)
{
    if (std::error_code error; fs::is_directory(file_or_pipe, error))
        return File::closed_with_error(std::generic_category().message(EISDIR));
    return open_file(file_or_pipe, GENERIC_READ, share_with_all_programs, OPEN_EXISTING);
}

std::string read_beginning(const File& file, std::size_t max_bytes)
{
    std::string text;
    _lseeki64(file.descriptor(), 0, SEEK_SET);
    static_cast<void>(file.read_rest(text, max_bytes));
    _lseeki64(file.descriptor(), 0, SEEK_END);
    return text;
}

// On Windows, the full path of a device, such as NUL or a named pipe, begins with \\.\.
bool is_special_file(const fs::path& path)
{
    std::array<wchar_t, MAX_PATH + 1> full_path{};
    const DWORD size = GetFullPathNameW(path.c_str(), static_cast<DWORD>(full_path.size()), full_path.data(), nullptr);
    return size < full_path.size() && std::wstring_view{full_path.data(), size}.starts_with(LR"(\\.\)");
}

File open_to_overwrite(const fs::path& path)
{
    File file = open_file(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING);
    if (file.is_open()) SetEndOfFile(handle_of(file)); // fails for pipes and devices, which have no size
    return file;
}

// While this file is open, other programs may only read it, because the bytes of two writers would be mixed.
File open_to_append(const fs::path& path)
{
    File file = open_file(path, FILE_APPEND_DATA | SYNCHRONIZE, FILE_SHARE_READ, OPEN_EXISTING);
    if (!file.is_open() && GetLastError() == ERROR_SHARING_VIOLATION)
        return File::closed_with_error("another program is writing this file; choose another name");
    return file;
}

bool can_replace_open_files() { return false; }

SystemErrorMessage write_permission_error(const fs::path& existing_file_or_folder)
{
    constexpr int write_access_mode = 2;
    return _waccess(existing_file_or_folder.c_str(), write_access_mode) == 0 ? "" : errno_message();
}

std::string file_identity(const fs::path& path)
{
    if (const File file = open_for_file_identity(path); file.is_open())
    {
        std::error_code error;
        return fs::is_directory(path, error) ? "" : file_identity_of_handle(handle_of(file));
    }
    const File folder = open_for_file_identity(path.has_parent_path() ? path.parent_path() : fs::path{"."});
    if (!folder.is_open()) return "";
    std::wstring name = path.filename().wstring(); // Windows ignores case in file names
    CharLowerBuffW(name.data(), static_cast<DWORD>(name.size()));
    return file_identity_of_handle(handle_of(folder)) + "/" + path_to_utf8(fs::path{name});
}

std::string file_identity(StandardStream stream) { return file_identity_of_handle(handle_of(File::standard(stream))); }

File create_locked_file(const fs::path& path)
{
    File file = open_file(path, GENERIC_READ | GENERIC_WRITE, share_with_all_programs, CREATE_NEW);
    if (!file.is_open())
    {
        const DWORD error = GetLastError();
        return error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS ? File{} : std::move(file);
    }
    // Detects that another process has deleted the new file before this process has locked it.
    FILE_STANDARD_INFO file_info{};
    const bool has_info =
        try_lock(file) && GetFileInformationByHandleEx(handle_of(file), FileStandardInfo, &file_info, sizeof file_info);
    return has_info && file_info.DeletePending == 0 ? std::move(file) : File{};
}

SystemErrorMessage rename_file(File& file_to_close_after_rename_on_windows, const fs::path& old_path,
                               const fs::path& new_path)
{
    const bool is_renamed = MoveFileExW(old_path.c_str(), new_path.c_str(), MOVEFILE_REPLACE_EXISTING) != 0;
    const DWORD error = is_renamed ? ERROR_SUCCESS : GetLastError();
    if (is_renamed) file_to_close_after_rename_on_windows.close(); // or else remove_open_file()
    if (error == ERROR_ACCESS_DENIED) return "access is denied, or another program has this file open";
    return is_renamed ? "" : windows_error_message(error);
}

void remove_open_file(File& file, const fs::path& path)
{
    DeleteFileW(path.c_str());
    file.close();
}

void remove_unlocked_file(const fs::path& path)
{
    const DWORD attributes = GetFileAttributesW(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES ||
        (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE)) != 0)
        return;
    const File file = open_file(path, GENERIC_READ, share_with_all_programs, OPEN_EXISTING);
    if (file.is_open() && try_lock(file)) DeleteFileW(path.c_str());
}

// Does nothing, because on Windows a new file gets the permissions of its folder.
void try_copy_posix_permissions(const fs::path&, const File&) {}

int process_id() { return static_cast<int>(GetCurrentProcessId()); }

bool local_socket_accepts_connections(const fs::path&) { return false; }

} // namespace base
