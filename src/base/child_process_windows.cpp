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

constexpr std::size_t max_stderr_bytes = 320;

// Quotes `word` if it is empty or has blanks or quotes: each inner quote gets a backslash, and backslashes before a
// quote are doubled. CommandLineToArgvW and the C library of the started program then parse it as one argument. Source:
// https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
std::string quoted_argument(std::string_view word)
{
    if (!word.empty() && word.find_first_of(" \t\"") == word.npos) return std::string{word};
    std::string text        = "\"";
    std::size_t backslashes = 0;
    for (const char c : word)
    {
        if (c == '"') text.append(backslashes + 1, '\\');
        backslashes = c == '\\' ? backslashes + 1 : 0;
        text += c;
    }
    return text.append(backslashes, '\\') + '"';
}

// Returns the path of `program`; empty if no folder of the environment variable PATH contains it.
std::wstring find_in_path(const std::string& program)
{
    const DWORD length = GetEnvironmentVariableW(L"PATH", nullptr, 0);
    std::wstring folders(length, L'\0');
    if (length == 0 || GetEnvironmentVariableW(L"PATH", folders.data(), length) == 0) return {};
    std::wstring path(32'768, L'\0'); // the maximum path length on Windows
    const DWORD size = SearchPathW(folders.c_str(), path_of(program).c_str(), L".exe", static_cast<DWORD>(path.size()),
                                   path.data(), nullptr);
    path.resize(size < path.size() ? size : 0);
    return path;
}

// Makes a pipe whose read end a started program inherits. Returns false after an error.
bool make_pipe(HANDLE& read_end, HANDLE& write_end)
{
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    return CreatePipe(&read_end, &write_end, &inherited, 0) != 0 &&
           SetHandleInformation(write_end, HANDLE_FLAG_INHERIT, 0) != 0;
}

} // namespace

PipedProgram::PipedProgram(const std::string& program, const std::vector<std::string>& arguments)
    : stderr_file_{open_unnamed_file()}
{
    const auto fail = [&](const std::string& reason)
    { throw std::runtime_error(fmt::format("{} cannot be started: {}", program, reason)); };
    const std::wstring program_path = find_in_path(program);
    if (program_path.empty()) fail(windows_error_message(ERROR_FILE_NOT_FOUND));
    if (!stderr_file_.is_open()) fail(stderr_file_.error());

    HANDLE read_end = nullptr, write_end = nullptr;
    if (!make_pipe(read_end, write_end)) fail(last_windows_error_message());
    stdin_pipe_ = File{_open_osfhandle(reinterpret_cast<std::intptr_t>(write_end), _O_BINARY | _O_NOINHERIT)};
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    const HANDLE null_device = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                           OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    SetHandleInformation(handle_of(stderr_file_), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);

    std::string quoted_words = quoted_argument(program);
    for (const std::string& argument : arguments) quoted_words.append(" ").append(quoted_argument(argument));
    std::wstring command_line = path_of(quoted_words).wstring();
    STARTUPINFOW start{};
    start.cb         = sizeof start;
    start.dwFlags    = STARTF_USESTDHANDLES;
    start.hStdInput  = read_end;
    start.hStdOutput = null_device;
    start.hStdError  = handle_of(stderr_file_);
    PROCESS_INFORMATION started{};
    const bool is_started =
        CreateProcessW(program_path.c_str(), command_line.data(), nullptr, nullptr, TRUE,
                       CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP, nullptr, nullptr, &start, &started) != 0;
    const std::string reason = is_started ? "" : last_windows_error_message();
    SetHandleInformation(handle_of(stderr_file_), HANDLE_FLAG_INHERIT, 0);
    CloseHandle(null_device);
    CloseHandle(read_end);
    if (!is_started) fail(reason);
    CloseHandle(started.hThread);
    process_id_or_handle_ = reinterpret_cast<std::intptr_t>(started.hProcess);
}

PipedProgram::~PipedProgram() { close_input_and_wait(); }

void PipedProgram::write_ignoring_errors(std::span<const unsigned char> bytes) const
{
    static_cast<void>(stdin_pipe_.write(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()})); // NOLINT: unsigned char to char
}

PipedProgram::ExitResult PipedProgram::finish()
{
    const bool succeeded = close_input_and_wait();
    return {succeeded, read_beginning(stderr_file_, max_stderr_bytes)};
}

bool PipedProgram::is_in_path(const std::string& program) { return !find_in_path(program).empty(); }

// Closes the standard input first, because the process may wait for more input. Returns true if the exit code is 0.
bool PipedProgram::close_input_and_wait()
{
    stdin_pipe_.close();
    const auto process = reinterpret_cast<HANDLE>(std::exchange(process_id_or_handle_, -1));
    if (process == INVALID_HANDLE_VALUE)
        return false; // no process was started, or close_input_and_wait() was called before
    DWORD code = 1;
    WaitForSingleObject(process, INFINITE);
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    return code == 0;
}

} // namespace base
