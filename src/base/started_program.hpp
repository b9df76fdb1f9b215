// base/started_program.hpp -- starts another program, watches it and all processes that it starts, and ends them
#pragma once

#include "base/system_files.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace base
{

struct ProgramStart
{
    std::vector<std::string> words; ///< the program, found in PATH if it has no slash, and its arguments
    /// Environment variables of the program, in addition to those of this process; a variable with the same name is
    /// replaced. An empty value removes the variable.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// True: take_output() returns the text that the program writes to its standard output. False: the program writes
    /// to the standard output of this program.
    bool keeps_output = false;
    bool keeps_errors = false; ///< true: take_output() also returns the standard error; only with keeps_output
    bool silent       = false; ///< true: the standard error is discarded
};

/// A program that runs beside this one, in a session of its own: Ctrl+C in the terminal does not reach it. It reads the
/// standard input of this program; but if that is a terminal, its standard input is empty.
class StartedProgram
{
public:
    /// Starts the program. Throws std::runtime_error with the reason if it cannot be started.
    explicit StartedProgram(const ProgramStart& start);
    StartedProgram(const StartedProgram&) = delete;
    void operator=(const StartedProgram&) = delete;
    /// Kills the program and all processes that it has started, and waits for their end.
    ~StartedProgram();

    /// Returns the operating system's number of the process that was started; it may have started other processes.
    int process() const { return process_; }
    /// Returns std::nullopt while the started process runs, and then its exit code, or 128 + N if signal N ended it.
    std::optional<int> exit_code();
    /// Returns the signal that ended the started process; 0 while it runs, or if it ended by itself.
    int ending_signal() const { return signal_; }
    /// Returns the numbers of all running processes of the program: the started process and all that descend from it,
    /// even if their parents have ended.
    std::vector<int> processes();

    void terminate(); ///< asks the program and all processes that it has started to end (SIGTERM)
    void kill();      ///< ends the program and all processes that it has started (SIGKILL)

    /// Returns the text that the program has written to its standard output since the last call. Does not wait for
    /// more.
    std::string take_output();

private:
    void signal_all(int signal);

    int process_ = -1;
    int signal_  = 0;
    std::optional<int> code_;
    File output_;
};

/// Returns the path of the executable file that a process runs; empty if the process has ended.
std::string program_of(int process);
/// Returns the folder of this program's executable file.
std::filesystem::path program_folder();

} // namespace base
