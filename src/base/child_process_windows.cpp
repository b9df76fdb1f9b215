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

constexpr std::size_t max_error_bytes = 320; // maximum size in bytes of the stored standard error of a child

// Quotes `word` if it is empty or has blanks or quotes, so that CommandLineToArgvW and the C library of the started
// program parse it as one argument: each inner quote gets a backslash, and backslashes before a quote are doubled.
// Source: https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
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

// Searches the folders of the environment variable PATH for `program`; empty if none of them contains it.
std::wstring path_in_folders(const std::string& program)
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

// Makes a pipe whose read end a started program can inherit. Returns false after an error.
bool make_pipe(HANDLE& reading, HANDLE& writing)
{
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    return CreatePipe(&reading, &writing, &inherited, 0) != 0 &&
           SetHandleInformation(writing, HANDLE_FLAG_INHERIT, 0) != 0;
}

} // namespace

PipedProgram::PipedProgram(const std::string& program, const std::vector<std::string>& arguments)
    : errors_{unnamed_file()}
{
    const auto fail = [&](const std::string& reason)
    { throw std::runtime_error(fmt::format("{} cannot be started: {}", program, reason)); };
    const std::wstring file = path_in_folders(program);
    if (file.empty()) fail(windows_error(ERROR_FILE_NOT_FOUND));
    if (!errors_.is_open()) fail(errors_.error());

    HANDLE reading = nullptr, writing = nullptr;
    if (!make_pipe(reading, writing)) fail(last_windows_error());
    input_ = File{_open_osfhandle(reinterpret_cast<std::intptr_t>(writing), _O_BINARY | _O_NOINHERIT)};
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    const HANDLE nowhere = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                       OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    SetHandleInformation(handle_of(errors_), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);

    std::string words = quoted_argument(program);
    for (const std::string& argument : arguments) words.append(" ").append(quoted_argument(argument));
    std::wstring line = path_of(words).wstring();
    STARTUPINFOW start{};
    start.cb         = sizeof start;
    start.dwFlags    = STARTF_USESTDHANDLES;
    start.hStdInput  = reading;
    start.hStdOutput = nowhere;
    start.hStdError  = handle_of(errors_);
    PROCESS_INFORMATION started{};
    const bool is_started =
        CreateProcessW(file.c_str(), line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP,
                       nullptr, nullptr, &start, &started) != 0;
    const std::string reason = is_started ? "" : last_windows_error();
    SetHandleInformation(handle_of(errors_), HANDLE_FLAG_INHERIT, 0);
    CloseHandle(nowhere);
    CloseHandle(reading);
    if (!is_started) fail(reason);
    CloseHandle(started.hThread);
    process_ = reinterpret_cast<std::intptr_t>(started.hProcess);
}

PipedProgram::~PipedProgram() { wait_for_success(); }

void PipedProgram::write(std::span<const unsigned char> bytes) const
{
    static_cast<void>(
        input_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()})); // NOLINT: unsigned char to char
}

PipedProgram::ExitResult PipedProgram::finish()
{
    const bool succeeded = wait_for_success();
    return {succeeded, beginning_of(errors_, max_error_bytes)};
}

bool PipedProgram::is_in_path(const std::string& program) { return !path_in_folders(program).empty(); }

// Returns true if the exit code is 0. Closes the standard input first, because the process may wait for more input.
bool PipedProgram::wait_for_success()
{
    input_.close();
    const auto process = reinterpret_cast<HANDLE>(std::exchange(process_, -1));
    if (process == INVALID_HANDLE_VALUE)
        return false; // no process was started, or wait_for_success() was called before
    DWORD code = 1;
    WaitForSingleObject(process, INFINITE);
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    return code == 0;
}

} // namespace base
