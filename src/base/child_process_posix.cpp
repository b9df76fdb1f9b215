#include "base/child_process.hpp"

#include "base/linux_calls_posix.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
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

constexpr std::size_t max_stderr_bytes = 320;

// Starts words[0] with the other words as arguments, in a new process group. Discards its standard output, redirects
// its other standard streams, and sets `pid`. Returns 0 or an error number (errno).
int spawn(pid_t& pid, std::vector<std::string> words, int stdin_descriptor, int stderr_descriptor)
{
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t streams{};
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_adddup2(&streams, stdin_descriptor, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&streams, stderr_descriptor, STDERR_FILENO);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int error = posix_spawnp(&pid, argv.front(), &streams, &attributes, argv.data(), environ);
    posix_spawn_file_actions_destroy(&streams);
    posix_spawnattr_destroy(&attributes);
    return error;
}

} // namespace

PipedProgram::PipedProgram(const std::string& program, const std::vector<std::string>& arguments)
    : stderr_file_{memfd_create("errors of a child process", MFD_CLOEXEC)}
{
    std::array<int, 2> pipe_ends{-1, -1};
    int error = !stderr_file_.is_open() || pipe2(pipe_ends.data(), O_CLOEXEC) != 0 ? errno : 0;
    pid_t pid = -1;
    if (error == 0)
    {
        std::vector<std::string> words{program};
        words.insert(words.end(), arguments.begin(), arguments.end());
        stdin_pipe_ = File{pipe_ends[1]};
        const File read_end{pipe_ends[0]};
        error = spawn(pid, std::move(words), read_end.descriptor(), stderr_file_.descriptor());
    }
    if (error == 0)
        process_id_or_handle_ = pid;
    else
        throw std::runtime_error(
            fmt::format("{} cannot be started: {}", program, std::generic_category().message(error)));
}

PipedProgram::~PipedProgram() { close_input_and_wait(); }

void PipedProgram::write_ignoring_errors(std::span<const unsigned char> bytes) const
{
    // While SIGPIPE is blocked, a write to a pipe without a reader returns an error, and the program continues.
    sigset_t sigpipe_set{};
    sigemptyset(&sigpipe_set);
    sigaddset(&sigpipe_set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_set, nullptr);
    static_cast<void>(
        // NOLINT: File::write() takes char*, not unsigned char*
        stdin_pipe_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    // Consumes pending SIGPIPE signals, so that they are not delivered when SIGPIPE is unblocked.
    const timespec no_wait{};
    while (sigtimedwait(&sigpipe_set, nullptr, &no_wait) == SIGPIPE)
    {
    }
    pthread_sigmask(SIG_UNBLOCK, &sigpipe_set, nullptr);
}

PipedProgram::ExitResult PipedProgram::finish()
{
    const bool succeeded = close_input_and_wait();
    std::string text(max_stderr_bytes, '\0');
    const ssize_t size = pread(stderr_file_.descriptor(), text.data(), text.size(), 0);
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return {succeeded, text};
}

bool PipedProgram::is_in_path(const std::string& program)
{
    const char* folders    = std::getenv("PATH");
    const auto has_program = [&](std::string_view folder)
    {
        std::error_code error;
        return std::filesystem::exists(std::filesystem::path{folder} / program, error);
    };
    return std::ranges::any_of(split(folders != nullptr ? folders : "", ":"), has_program);
}

// Closes the standard input first, because the process may wait for more input. Returns true if the exit code is 0.
bool PipedProgram::close_input_and_wait()
{
    stdin_pipe_.close();
    const auto pid = static_cast<pid_t>(std::exchange(process_id_or_handle_, -1));
    int status     = 0;
    if (pid <= 0) return false;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace base
