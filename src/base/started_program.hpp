// base/started_program.hpp -- starts another program, and observes and ends it with its descendant processes
#pragma once

#include "base/system_files.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace base
{

enum class OutputTarget : std::uint8_t
{
    inherited, ///< the program writes to the stream of this process
    captured, ///< read_new_output() returns the text, also if the other stream is captured, too
    discarded,
};

struct LaunchOptions
{
    /// command_line[0] is the program, searched for in PATH if it has no slash; the other strings are its arguments.
    std::vector<std::string> command_line;
    std::string executable{}; ///< path of the program if command_line[0] is only its name for itself
    /// Variables to change in the program's inherited environment: names and values. An empty value removes a variable.
    std::vector<std::pair<std::string, std::string>> environment_changes{};
    OutputTarget stdout_target = OutputTarget::inherited;
    OutputTarget stderr_target = OutputTarget::inherited;
    /// Descriptors that become the program's standard input, output and error, and its descriptor 3; -1: as the targets
    /// say, and no descriptor 3.
    std::array<int, 4> stream_descriptors{-1, -1, -1, -1};
};

/// A started program in its own session. The program neither reads from the terminal nor gets the signal of Ctrl+C.
/// Several threads may have one each.
class StartedProgram
{
public:
    /// Throws std::runtime_error with the reason if the program cannot be started.
    explicit StartedProgram(const LaunchOptions& options);
    StartedProgram(const StartedProgram&) = delete;
    void operator=(const StartedProgram&) = delete;
    /// Kills the program and all its descendant processes, and waits up to 3 s for their end.
    ~StartedProgram();

    int pid() const { return pid_; }
    /// The exit code, or 128 + N if signal N ended the process; std::nullopt while the process runs.
    std::optional<int> poll_exit_code();
    /// The exit code, or 128 + N, of a process that this object has reaped; std::nullopt for any other.
    std::optional<int> reaped_exit_code(int pid) const;
    /// IDs of the started process and all its descendants that still run. Also reaps orphans: they would stay zombies.
    std::vector<int> poll_process_tree();

    void terminate_process_tree();
    void kill_process_tree();

    /// Returns the output captured since the last call. Does not wait for new output.
    std::string read_new_output();
    static constexpr std::size_t max_bytes_per_read = 16'000'000;

private:
    void reap(int pid);
    void signal_process_tree(int signal);

    int pid_ = -1;
    std::map<int, int> exit_codes_; // of the reaped processes
    File output_pipe_;
};

/// Returns the path of the executable file that the process runs; empty if the process has ended.
std::string executable_path_of(int pid);

} // namespace base
