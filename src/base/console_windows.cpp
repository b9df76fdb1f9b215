#include "base/console.hpp"

#include "base/windows_calls.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <shellapi.h> // after windows.h, which it needs

namespace base
{

namespace
{

HANDLE handle_of(StandardStream stream) { return reinterpret_cast<HANDLE>(_get_osfhandle(static_cast<int>(stream))); }

std::string to_utf8(const wchar_t* text)
{
    // Size in bytes; 0 after an error.
    const int utf8_size_with_zero = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    if (utf8_size_with_zero <= 1) return "";
    std::string utf8(static_cast<std::size_t>(utf8_size_with_zero), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8.data(), utf8_size_with_zero, nullptr, nullptr);
    utf8.pop_back();
    return utf8;
}

// Returns the command-line arguments in UTF-8. It asks Windows for them, because `argv` of `main` is not in UTF-8.
std::vector<std::string> utf8_arguments()
{
    std::vector<std::string> arguments;
    int argument_count = 0;
    wchar_t** const wide_arguments = CommandLineToArgvW(GetCommandLineW(), &argument_count);
    for (int i = 0; wide_arguments != nullptr && i < argument_count; ++i)
        arguments.push_back(to_utf8(wide_arguments[i]));
    LocalFree(wide_arguments);
    return arguments;
}

void use_utf8_console_output()
{
    static const UINT old_code_page = GetConsoleOutputCP();
    if (old_code_page == 0 || old_code_page == CP_UTF8) return;
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(old_code_page); });
}

// Connects missing standard streams to the parent's console, or to the NUL device if there is none.
void open_missing_streams()
{
    constexpr std::array<const char*, 3> console_devices{"CONIN$", "CONOUT$", "CONOUT$"};
    const std::array<std::FILE*, 3> streams{stdin, stdout, stderr};
    for (std::size_t i = 0; i < streams.size(); ++i)
    {
        if (_get_osfhandle(static_cast<int>(i)) >= 0) continue;
        static const bool has_parent_console = AttachConsole(ATTACH_PARENT_PROCESS) != 0;
        // freopen() uses the lowest free file descriptor. This is i, because the streams 0 to i - 1 are open.
        static_cast<void>(
            std::freopen(has_parent_console ? console_devices[i] : "NUL", i == 0 ? "r" : "w", streams[i]));
    }
}

} // namespace

Utf8Arguments set_up_console(int argc, char** argv)
{
    open_missing_streams();
    for (const int descriptor : {0, 1, 2}) _setmode(descriptor, _O_BINARY); // otherwise a line would end with CR LF
    use_utf8_console_output();
    static std::vector<std::string> arguments = utf8_arguments();
    static std::vector<char*> argument_pointers;
    for (std::string& argument : arguments) argument_pointers.push_back(argument.data());
    if (argument_pointers.empty()) return {argc, argv};
    argument_pointers.push_back(nullptr);
    return {static_cast<int>(arguments.size()), argument_pointers.data()};
}

bool enable_escape_sequences(StandardStream stream)
{
    DWORD console_mode = 0;
    return GetConsoleMode(handle_of(stream), &console_mode) != 0 &&
           SetConsoleMode(handle_of(stream),
                          console_mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

// Without a console, the code page is 0. The output then goes to a file or a pipe, as UTF-8 text.
bool console_supports_unicode()
{
    const UINT code_page = GetConsoleOutputCP();
    return code_page == 0 || code_page == CP_UTF8;
}

StderrCapture::StderrCapture()
    : capture_file_{create_self_deleting_file()}
{
    if (!capture_file_.is_open()) return;
    const int stderr_descriptor = static_cast<int>(StandardStream::error);
    original_stderr_ = File{_dup(stderr_descriptor)};
    if (original_stderr_.is_open()) _dup2(capture_file_.descriptor(), stderr_descriptor);
}

void StderrCapture::restore_stderr()
{
    if (!original_stderr_.is_open()) return;
    _dup2(original_stderr_.descriptor(), static_cast<int>(StandardStream::error));
    original_stderr_.close();
}

} // namespace base
