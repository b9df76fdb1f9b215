// base/child_process.hpp -- starts another program and writes to its standard input through a pipe
#pragma once

#include "base/system_files.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace base
{

/// A started program with a pipe as input and collected standard error. Ctrl+C in the terminal does not reach it.
class JoiningChildProcess
{
public:
    /// Throws std::runtime_error with the reason if `program` cannot be started.
    JoiningChildProcess(const std::string& program, const std::vector<std::string>& arguments);
    JoiningChildProcess(const JoiningChildProcess&) = delete;
    void operator=(const JoiningChildProcess&) = delete;
    /// Closes the program's standard input and waits for the program's end.
    ~JoiningChildProcess() { await_success(); }

    /// Writes to the program's standard input. If the program has closed it, the bytes are discarded without an error.
    void write_to_stdin(std::span<const unsigned char> bytes) const;

    struct ExitReport
    {
        bool succeeded = false; ///< true if the started program exited with code 0; false after a signal
        std::string stderr_text; ///< the first 320 bytes that the started program wrote to its standard error
    };
    /// Closes the program's standard input and waits for the program's end.
    ExitReport await_exit()
    {
        const bool succeeded = await_success();
        return {succeeded, read_beginning(stderr_file_, max_stderr_bytes)};
    }

    /// True if a folder of the environment variable PATH contains a file named `program`.
    static bool is_installed(const std::string& program);

private:
    static constexpr std::size_t max_stderr_bytes = 320;
    bool await_success(); // returns ExitReport::succeeded

    std::intptr_t process_id_or_handle_ = -1; ///< a handle on Windows; -1 after the program has ended
    File stdin_pipe_, stderr_file_;
};

/// Opens a file in the program that the desktop has for it, such as an editor. It outlives this program, and no
/// StartedProgram ends it. In a browser, the page shows it in a dialog. Does nothing without xdg-open and on Windows.
void open_on_desktop(const std::string& path);

} // namespace base
