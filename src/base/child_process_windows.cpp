#include "base/child_process.hpp"

#include "base/path.hpp"
#include "base/windows_calls.hpp"

#include <fmt/core.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace base
{

namespace
{

// Quotes `argument` if necessary, so that the C library of the started program parses it as one argument.
// Source: https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
std::string quoted_argument(std::string_view argument)
{
    if (!argument.empty() && argument.find_first_of(" \t\"") == argument.npos) return std::string{argument};
    std::string quoted = "\"";
    std::size_t backslash_count = 0;
    for (const char c : argument)
    {
        if (c == '"') quoted.append(backslash_count + 1, '\\');
        backslash_count = c == '\\' ? backslash_count + 1 : 0;
        quoted += c;
    }
    return quoted.append(backslash_count, '\\') + '"';
}

// Returns the path of `program`; empty if no folder of the environment variable PATH contains it.
std::wstring find_in_path(const std::string& program)
{
    const DWORD path_variable_length = GetEnvironmentVariableW(L"PATH", nullptr, 0);
    std::wstring path_variable(path_variable_length, L'\0');
    if (path_variable_length == 0 || GetEnvironmentVariableW(L"PATH", path_variable.data(), path_variable_length) == 0)
        return {};
    std::wstring path(32'768, L'\0'); // the maximum path length on Windows
    const DWORD path_length = SearchPathW(path_variable.c_str(), path_from_utf8(program).c_str(), L".exe",
                                          static_cast<DWORD>(path.size()), path.data(), nullptr);
    path.resize(path_length < path.size() ? path_length : 0);
    return path;
}

// Creates a pipe. Child processes inherit its read end, but not its write end. Returns false after an error.
bool create_stdin_pipe(HANDLE& read_end, HANDLE& write_end)
{
    SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
    return CreatePipe(&read_end, &write_end, &inheritable, 0) != 0 &&
           SetHandleInformation(write_end, HANDLE_FLAG_INHERIT, 0) != 0;
}

} // namespace

JoiningChildProcess::JoiningChildProcess(const std::string& program, const std::vector<std::string>& arguments)
    : stderr_file_{create_self_deleting_file()}
{
    const auto throw_start_error = [&](const std::string& reason)
    { throw std::runtime_error(fmt::format("{} cannot be started: {}", program, reason)); };
    const std::wstring program_path = find_in_path(program);
    if (program_path.empty()) throw_start_error(windows_error_message(ERROR_FILE_NOT_FOUND));
    if (!stderr_file_.is_open()) throw_start_error(stderr_file_.error());

    HANDLE read_end = nullptr, write_end = nullptr;
    if (!create_stdin_pipe(read_end, write_end)) throw_start_error(last_windows_error_message());
    stdin_pipe_ = File{_open_osfhandle(reinterpret_cast<std::intptr_t>(write_end), _O_BINARY | _O_NOINHERIT)};
    SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
    const HANDLE null_device = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inheritable,
                                           OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    SetHandleInformation(handle_of(stderr_file_), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);

    std::string utf8_command_line = quoted_argument(program);
    for (const std::string& argument : arguments) utf8_command_line.append(" ").append(quoted_argument(argument));
    std::wstring wide_command_line = path_from_utf8(utf8_command_line).wstring();
    STARTUPINFOW startup_info{};
    startup_info.cb = sizeof startup_info;
    startup_info.dwFlags = STARTF_USESTDHANDLES;
    startup_info.hStdInput = read_end;
    startup_info.hStdOutput = null_device;
    startup_info.hStdError = handle_of(stderr_file_);
    PROCESS_INFORMATION process_info{};
    const bool is_started = CreateProcessW(program_path.c_str(), wide_command_line.data(), nullptr, nullptr, TRUE,
                                           CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP, nullptr, nullptr, &startup_info,
                                           &process_info) != 0;
    const std::string reason = is_started ? "" : last_windows_error_message();
    SetHandleInformation(handle_of(stderr_file_), HANDLE_FLAG_INHERIT, 0);
    CloseHandle(null_device);
    CloseHandle(read_end);
    if (!is_started) throw_start_error(reason);
    CloseHandle(process_info.hThread);
    process_id_or_handle_ = reinterpret_cast<std::intptr_t>(process_info.hProcess);
}

void JoiningChildProcess::write_to_stdin(std::span<const unsigned char> bytes) const
{
    static_cast<void>(stdin_pipe_.write(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()})); // NOLINT: unsigned char to char
}

bool JoiningChildProcess::is_installed(const std::string& program) { return !find_in_path(program).empty(); }

// Closes the standard input first, because the process may wait for more input. Returns true if the exit code is 0.
bool JoiningChildProcess::await_success()
{
    stdin_pipe_.close();
    const auto process_handle = reinterpret_cast<HANDLE>(std::exchange(process_id_or_handle_, -1));
    if (process_handle == INVALID_HANDLE_VALUE)
        return false; // no process was started, or await_success() was called before
    DWORD exit_code = 1;
    WaitForSingleObject(process_handle, INFINITE);
    GetExitCodeProcess(process_handle, &exit_code);
    CloseHandle(process_handle);
    return exit_code == 0;
}

void open_on_desktop(const std::string&) {}

} // namespace base
