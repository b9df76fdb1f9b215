#include "base/started_program.hpp"

#include "base/message.hpp"
#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace base
{

namespace
{

std::vector<int> session_ids_of_started_programs; // one for each StartedProgram
std::mutex session_ids_mutex; // also locked from a start until the program's session is in the list

// Returns this process's environment with `changes`, as NAME=VALUE. An empty value removes a variable.
std::vector<std::string> changed_environment(const std::vector<std::pair<std::string, std::string>>& changes)
{
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry)
    {
        const std::string_view text{*entry};
        const auto is_changed = [&](const auto& change) { return text.substr(0, text.find('=')) == change.first; };
        if (std::ranges::none_of(changes, is_changed)) variables.emplace_back(text);
    }
    for (const auto& [name, value] : changes)
        if (!value.empty()) variables.push_back(fmt::format("{}={}", name, value));
    return variables;
}

std::vector<char*> null_terminated_pointers(std::vector<std::string>& strings)
{
    std::vector<char*> pointers;
    for (std::string& text : strings) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

void add_redirection(posix_spawn_file_actions_t& file_actions, int stream, OutputTarget target, int output_descriptor)
{
    if (target == OutputTarget::captured) posix_spawn_file_actions_adddup2(&file_actions, output_descriptor, stream);
    if (target == OutputTarget::discarded)
        posix_spawn_file_actions_addopen(&file_actions, stream, "/dev/null", O_WRONLY, 0);
}

// Starts the program in its own session, and sets `pid`. Returns 0 or an error number (errno).
int spawn(pid_t& pid, const LaunchOptions& options, int output_descriptor)
{
    std::vector<std::string> command_line = options.command_line;
    std::vector<std::string> variables = changed_environment(options.environment_changes);
    const std::vector<char*> argv = null_terminated_pointers(command_line);
    const std::vector<char*> environment = null_terminated_pointers(variables);
    posix_spawn_file_actions_t file_actions{};
    posix_spawn_file_actions_init(&file_actions);
    if (isatty(STDIN_FILENO) != 0)
        posix_spawn_file_actions_addopen(&file_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    add_redirection(file_actions, STDOUT_FILENO, options.stdout_target, output_descriptor);
    add_redirection(file_actions, STDERR_FILENO, options.stderr_target, output_descriptor);
    for (int stream = 0; const int descriptor : options.stream_descriptors)
    {
        if (descriptor >= 0) posix_spawn_file_actions_adddup2(&file_actions, descriptor, stream);
        ++stream;
    }
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    // Resets SIGXFSZ: this program ignores it (stopping.hpp), so the new program would otherwise ignore it, too.
    sigset_t default_signals;
    sigemptyset(&default_signals);
    sigaddset(&default_signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &default_signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    const int error_number = posix_spawnp(&pid, options.executable.empty() ? argv.front() : options.executable.c_str(),
                                          &file_actions, &attributes, argv.data(), environment.data());
    posix_spawn_file_actions_destroy(&file_actions);
    posix_spawnattr_destroy(&attributes);
    return error_number;
}

struct ProcessStat
{
    int pid = 0, parent_pid = 0;
    bool is_zombie = false; // ended, but its parent has not read its exit code yet
};

// Returns all processes of this machine. /proc/N/stat begins with the number, the name in brackets, state and parent.
std::vector<ProcessStat> read_all_processes()
{
    std::vector<ProcessStat> processes;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc", error})
    {
        const auto pid = parse_number<int>(entry.path().filename().native());
        if (!pid) continue;
        std::ifstream file{entry.path() / "stat"};
        std::string line;
        std::getline(file, line);
        const auto name_end = line.rfind(')');
        if (name_end == line.npos || name_end + 4 > line.size()) continue;
        processes.push_back({*pid, std::atoi(line.c_str() + name_end + 4), line[name_end + 2] == 'Z'});
    }
    return processes;
}

} // namespace

StartedProgram::StartedProgram(const LaunchOptions& options)
{
    // Makes orphaned descendants children of this process, so that they can still be found and reaped.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::array<int, 2> pipe_ends{-1, -1};
    const bool is_output_captured =
        options.stdout_target == OutputTarget::captured || options.stderr_target == OutputTarget::captured;
    int error_number = is_output_captured && pipe2(pipe_ends.data(), O_CLOEXEC) != 0 ? errno : 0;
    output_pipe_ = File{pipe_ends[0]};
    const File write_end{pipe_ends[1]};
    pid_t pid = -1;
    const std::lock_guard lock{session_ids_mutex};
    if (error_number == 0) error_number = spawn(pid, options, write_end.descriptor());
    if (error_number != 0)
        throw std::runtime_error{message("{} cannot be started: {}", options.command_line.front(),
                                         std::generic_category().message(error_number))};
    pid_ = pid;
    session_ids_of_started_programs.push_back(pid_);
    if (output_pipe_.is_open()) fcntl(output_pipe_.descriptor(), F_SETFL, O_NONBLOCK);
}

StartedProgram::~StartedProgram()
{
    // Again and again, because the children of an ended process are now children of this process. Not without end,
    // because a process of another user, such as that of a setuid program, cannot be killed.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{3};
    while (!poll_process_tree().empty() && std::chrono::steady_clock::now() < deadline)
    {
        kill_process_tree();
        usleep(1000);
    }
    const std::lock_guard lock{session_ids_mutex};
    std::erase(session_ids_of_started_programs, pid_);
}

std::optional<int> StartedProgram::poll_exit_code()
{
    if (!exit_codes_.contains(pid_)) reap(pid_);
    return reaped_exit_code(pid_);
}

std::optional<int> StartedProgram::reaped_exit_code(int pid) const
{
    const auto found = exit_codes_.find(pid);
    return found == exit_codes_.end() ? std::nullopt : std::optional{found->second};
}

void StartedProgram::reap(int pid)
{
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid)
        exit_codes_[pid] = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::vector<int> StartedProgram::poll_process_tree()
{
    std::vector<int> pids;
    if (!poll_exit_code()) pids.push_back(pid_);
    const std::lock_guard lock{session_ids_mutex};
    const std::vector<ProcessStat> all_processes = read_all_processes();
    const int own_pid = getpid();
    // Finds orphans of the started program, which are now children of this process. Their session is that of the
    // program or one that they have begun themselves.
    const auto can_be_orphan = [&](const ProcessStat& process)
    {
        const int session_id = getsid(process.pid);
        return process.parent_pid == own_pid && process.pid != pid_ && session_id != getsid(0) &&
               (session_id == pid_ || std::ranges::count(session_ids_of_started_programs, session_id) == 0);
    };
    for (const ProcessStat& process : all_processes)
        if (can_be_orphan(process))
        {
            if (process.is_zombie)
                reap(process.pid);
            else
                pids.push_back(process.pid);
        }
    for (std::size_t i = 0; i < pids.size(); ++i)
    {
        for (const ProcessStat& process : all_processes)
            if (process.parent_pid == pids[i] && !process.is_zombie &&
                std::ranges::find(pids, process.pid) == pids.end())
                pids.push_back(process.pid);
    }
    return pids;
}

void StartedProgram::signal_process_tree(int signal)
{
    for (const int pid : poll_process_tree()) ::kill(pid, signal);
}

void StartedProgram::terminate_process_tree() { signal_process_tree(SIGTERM); }

void StartedProgram::kill_process_tree() { signal_process_tree(SIGKILL); }

std::string StartedProgram::read_new_output()
{
    std::string text;
    std::array<char, 4096> buffer{};
    while (output_pipe_.is_open() && text.size() < max_bytes_per_read) // a program may print without end
    {
        const ssize_t byte_count = read(output_pipe_.descriptor(), buffer.data(), buffer.size());
        if (byte_count < 0 && errno == EINTR) continue;
        if (byte_count <= 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(byte_count));
    }
    return text;
}

std::string executable_path_of(int pid)
{
    std::error_code error;
    return std::filesystem::read_symlink(fmt::format("/proc/{}/exe", pid), error).native();
}

} // namespace base
