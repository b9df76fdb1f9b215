// base/started_program.hpp -- starts another program with all processes that it starts, watches it and ends it
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
    /// Environment variables that the program gets besides those of this process, or instead of them. An empty value
    /// removes the variable.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// True: take_output() returns the standard output. False: the program writes to the standard output of this
    /// program.
    bool keeps_output = false;
    bool keeps_errors = false; ///< true: with keeps_output, take_output() returns the standard error, too
    bool silent       = false; ///< true: the standard error is discarded
};

/// A program that runs beside this one, in a session of its own: Ctrl+C in the terminal does not reach it. Its
/// standard input is empty if this program's standard input is a terminal, otherwise it is this program's.
class StartedProgram
{
public:
    /// Starts the program. Throws std::runtime_error with the reason if it cannot be started.
    explicit StartedProgram(const ProgramStart& start);
    StartedProgram(const StartedProgram&) = delete;
    void operator=(const StartedProgram&) = delete;
    /// Kills the program, and waits for its end.
    ~StartedProgram();

    /// Returns the operating system's number of the first process.
    int process() const { return process_; }
    /// Returns nothing while the first process runs, and then its exit code, or 128 + N if signal N ended it.
    std::optional<int> exit_code();
    /// Returns the signal that ended the first process; 0 while it runs, and if it ended by itself.
    int ending_signal() const { return signal_; }
    /// Returns all running processes that the program consists of: the first one and all that descend from it, also
    /// those whose parents have ended.
    std::vector<int> processes();

    void terminate(); ///< asks all processes to end (SIGTERM)
    void kill();      ///< ends all processes (SIGKILL)

    /// Returns the part of the standard output that the program has written since the last call. Does not wait.
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
