#include "base/windows_calls.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace base
{

std::string windows_error_message(unsigned long windows_error)
{
    static constexpr std::array<std::pair<DWORD, int>, 15> errno_of_windows_errors{
        {{ERROR_FILE_NOT_FOUND, ENOENT},
         {ERROR_PATH_NOT_FOUND, ENOENT},
         {ERROR_INVALID_NAME, ENOENT},
         {ERROR_BAD_PATHNAME, ENOENT},
         {ERROR_BAD_NETPATH, ENOENT},
         {ERROR_INVALID_DRIVE, ENOENT},
         {ERROR_FILE_EXISTS, EEXIST},
         {ERROR_ALREADY_EXISTS, EEXIST},
         {ERROR_ACCESS_DENIED, EACCES},
         {ERROR_WRITE_PROTECT, EROFS},
         {ERROR_DISK_FULL, ENOSPC},
         {ERROR_HANDLE_DISK_FULL, ENOSPC},
         {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
         {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
         {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG}}};
    for (const auto& [known_windows_error, errno_number] : errno_of_windows_errors)
        if (windows_error == known_windows_error) return std::generic_category().message(errno_number);
    if (windows_error == ERROR_SHARING_VIOLATION) return "another program has this file open";
    return fmt::format("Windows error {}", windows_error);
}

std::string last_windows_error_message() { return windows_error_message(GetLastError()); }

void* handle_of(const File& file) { return reinterpret_cast<HANDLE>(_get_osfhandle(file.descriptor())); }

File create_self_deleting_file()
{
    std::array<wchar_t, MAX_PATH + 1> folder{}, file_path{};
    if (GetTempPathW(static_cast<DWORD>(folder.size()), folder.data()) == 0 ||
        GetTempFileNameW(folder.data(), L"tsl", 0, file_path.data()) == 0)
        return File::closed_with_error(last_windows_error_message());
    const HANDLE handle = CreateFileW(file_path.data(), GENERIC_READ | GENERIC_WRITE | DELETE,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, CREATE_ALWAYS,
                                      FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return File::closed_with_error(last_windows_error_message());
    return File{_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_NOINHERIT)};
}

} // namespace base
