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

struct LaunchOptions
{
    /// words[0] is the program, which is searched for in PATH if it has no slash; the other words are its arguments.
    std::vector<std::string> words;
    /// Changes to the environment of this process for the program. An empty value removes the variable.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// If true, take_output() returns what the started program writes to its standard output. If false, the started
    /// program shares the standard output of this program.
    bool captures_stdout = false;
    bool captures_stderr = false; ///< true: take_output() also returns the standard error; needs captures_stdout
    bool discards_stderr = false; ///< true: the started program's standard error is discarded
};

/// A program that this program has started, in a session of its own: Ctrl+C in the terminal does not end it. It shares
/// the standard input of this program, or gets an empty standard input if that of this program is a terminal.
class StartedProgram
{
public:
    /// Throws std::runtime_error with the reason if the program cannot be started.
    explicit StartedProgram(const LaunchOptions& options);
    StartedProgram(const StartedProgram&) = delete;
    void operator=(const StartedProgram&) = delete;
    /// Kills the program and all its descendant processes, and waits for their end.
    ~StartedProgram();

    /// The process ID of the started program, without its descendants.
    int pid() const { return pid_; }
    /// Returns std::nullopt while the started process runs, then its exit code, or 128 + N if signal N ended it.
    std::optional<int> exit_code();
    /// The number of the signal that ended the started process; 0 while it runs, or if no signal ended it.
    int ending_signal() const { return ending_signal_; }
    /// The IDs of the running processes: the started process and its descendants, even if their parents have ended.
    /// Reads and discards the exit codes of ended orphans.
    std::vector<int> reap_and_list_pids();

    void terminate(); ///< sends SIGTERM to the process and all its descendants
    void kill();      ///< sends SIGKILL to the process and all its descendants

    /// Returns what the program has written to its standard output since the last call. Does not wait.
    std::string take_output();

private:
    void send_signal_to_all(int signal);

    int pid_           = -1;
    int ending_signal_ = 0;
    std::optional<int> exit_code_;
    File output_;
};

/// The path of the executable file of a process; empty if the process has ended.
std::string executable_path_of(int pid);
std::filesystem::path executable_folder();

/// Sends a close request to each window of the processes `pids` on the X11 display `display`, such as ":1" ("" for the
/// display of this program). Returns the number of these windows; 0 if the system does not report windows of processes
/// (Wayland).
int ask_windows_to_close(std::span<const int> pids, const std::string& display);

} // namespace base
