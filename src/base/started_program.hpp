// base/started_program.hpp -- starts another program, and observes and ends it with its descendant processes
#pragma once

#include "base/system_files.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace base
{

struct ProgramStart
{
    /// words[0] is the program, which is searched for in PATH if it has no slash; the other words are its arguments.
    std::vector<std::string> words;
    /// Changes to the environment of this process for the program. An empty value removes the variable.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// If true, take_output() returns what the started program writes to its standard output. If false, the started
    /// program shares the standard output of this program.
    bool keeps_output    = false;
    bool keeps_errors    = false; ///< true: take_output() also returns the standard error; needs keeps_output
    bool discards_errors = false; ///< true: the started program's standard error is discarded
};

/// A program that this program has started, in a session of its own: Ctrl+C in the terminal does not end it. It shares
/// the standard input of this program, or gets an empty standard input if that of this program is a terminal.
class StartedProgram
{
public:
    /// Throws std::runtime_error with the reason if the program cannot be started.
    explicit StartedProgram(const ProgramStart& start);
    StartedProgram(const StartedProgram&) = delete;
    void operator=(const StartedProgram&) = delete;
    /// Kills the program and all its descendant processes, and waits for their end.
    ~StartedProgram();

    /// The process ID of the started program, without its descendants.
    int process() const { return process_; }
    /// Returns std::nullopt while the started process runs, then its exit code, or 128 + N if signal N ended it.
    std::optional<int> exit_code();
    /// The number of the signal that ended the started process; 0 while it runs, or if no signal ended it.
    int ending_signal() const { return signal_; }
    /// The process IDs of the started process and its descendants that run, even if their parents have ended.
    std::vector<int> processes();

    void terminate(); ///< sends SIGTERM to the process and all its descendants
    void kill();      ///< sends SIGKILL to the process and all its descendants

    /// Returns what the program has written to its standard output since the last call. Does not wait.
    std::string take_output();

private:
    void signal_all(int signal);

    int process_ = -1;
    int signal_  = 0;
    std::optional<int> exit_code_;
    File output_;
};

/// The path of the executable file of a process; empty if the process has ended.
std::string program_of(int process);
std::filesystem::path program_folder();

/// Sends a close request to each window of `processes` on the X11 display `display`, such as ":1" ("" for the display
/// of this program). Returns the number of these windows; 0 if the system does not report windows of processes
/// (Wayland).
int ask_windows_to_close(std::span<const int> processes, const std::string& display);

} // namespace base
