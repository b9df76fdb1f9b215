// base/child_process.hpp -- another program that runs beside this one and reads what this one writes
#pragma once

#include "base/system_files.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace base
{

/// A running program. Its standard input is a pipe from this program, its standard output is discarded, and its
/// standard error is collected. Ctrl+C in the terminal does not reach it.
class ChildProcess
{
public:
    /// Throws std::runtime_error with the reason when the program cannot be started.
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments);
    ChildProcess(const ChildProcess&)   = delete;
    void operator=(const ChildProcess&) = delete;
    /// Closes its standard input and waits until it has ended.
    ~ChildProcess();

    /// Writes to its standard input. If it no longer reads, the bytes are lost without an error or a signal.
    void write(std::span<const unsigned char> bytes) const;

    struct End
    {
        bool succeeded = false; ///< it ended by itself, with exit code 0
        std::string errors;     ///< the first 320 bytes of its standard error
    };
    /// Closes its standard input, waits until it has ended and says how.
    End finish();

    /// Whether a folder of the variable PATH has such a program.
    static bool exists(const std::string& program);

private:
    bool wait();

    std::intptr_t process_ = -1; ///< the system's number of the process; -1 after its end
    File input_, errors_;
};

} // namespace base
