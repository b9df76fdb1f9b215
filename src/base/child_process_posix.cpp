#include "base/child_process.hpp"

#include "base/environment.hpp"
#include "base/linux_calls_posix.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace base
{

namespace
{

// Starts the program command_line[0] and sets `pid`. Returns 0 or an error number (errno).
int spawn(pid_t& pid, std::vector<std::string> command_line, int stdin_descriptor, int stderr_descriptor)
{
    std::vector<char*> argv;
    argv.reserve(command_line.size() + 1);
    for (std::string& argument : command_line) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t file_actions{};
    posix_spawn_file_actions_init(&file_actions);
    posix_spawn_file_actions_adddup2(&file_actions, stdin_descriptor, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&file_actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&file_actions, stderr_descriptor, STDERR_FILENO);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int error_number = posix_spawnp(&pid, argv.front(), &file_actions, &attributes, argv.data(), environ);
    posix_spawn_file_actions_destroy(&file_actions);
    posix_spawnattr_destroy(&attributes);
    return error_number;
}

} // namespace

JoiningChildProcess::JoiningChildProcess(const std::string& program, const std::vector<std::string>& arguments)
    : stderr_file_{memfd_create("errors of a child process", MFD_CLOEXEC)}
{
    const auto throw_if_error = [&program](int error_number)
    {
        if (error_number != 0)
            throw std::runtime_error(
                fmt::format("{} cannot be started: {}", program, std::generic_category().message(error_number)));
    };
    if (!stderr_file_.is_open()) throw_if_error(errno);
    std::array<int, 2> pipe_ends{-1, -1};
    if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw_if_error(errno);
    stdin_pipe_ = File{pipe_ends[1]};
    const File read_end{pipe_ends[0]};
    std::vector<std::string> command_line{program};
    command_line.insert(command_line.end(), arguments.begin(), arguments.end());
    pid_t pid = -1;
    throw_if_error(spawn(pid, std::move(command_line), read_end.descriptor(), stderr_file_.descriptor()));
    process_id_or_handle_ = pid;
}

void JoiningChildProcess::write_to_stdin(std::span<const unsigned char> bytes) const
{
    // While SIGPIPE is blocked, a write to a pipe without a reader returns an error, and the program continues.
    sigset_t sigpipe_mask{}, previous_mask{};
    sigemptyset(&sigpipe_mask);
    sigaddset(&sigpipe_mask, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_mask, &previous_mask);
    static_cast<void>(
        // NOLINT: File::write() takes char*, not unsigned char*
        stdin_pipe_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    // Consumes pending SIGPIPE signals, so that they are not delivered after the mask is restored.
    const timespec zero_timeout{};
    while (sigtimedwait(&sigpipe_mask, nullptr, &zero_timeout) == SIGPIPE)
    {
    }
    pthread_sigmask(SIG_SETMASK, &previous_mask, nullptr);
}

bool JoiningChildProcess::is_installed(const std::string& program)
{
    const std::string folders = environment_variable("PATH");
    const auto contains_program = [&](std::string_view folder)
    {
        std::error_code error;
        return std::filesystem::exists(std::filesystem::path{folder} / program, error);
    };
    return std::ranges::any_of(split(folders, ":"), contains_program);
}

// While this process adopts orphans (started_program.hpp), an editor would look like the orphan of a started program.
void open_on_desktop(const std::string& path)
{
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    {
        const JoiningChildProcess shell{"sh", {"-c", "xdg-open \"$0\" >/dev/null 2>&1 </dev/null &", path}};
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

// Closes the standard input first, because the process may wait for more input. Returns true if the exit code is 0.
bool JoiningChildProcess::await_success()
{
    stdin_pipe_.close();
    const auto pid = static_cast<pid_t>(std::exchange(process_id_or_handle_, -1));
    int wait_status = 0;
    if (pid <= 0) return false;
    while (waitpid(pid, &wait_status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0;
}

} // namespace base
