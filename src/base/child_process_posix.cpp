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

// Starts a program in a new process group, discards its standard output and redirects its other standard streams.
class PipedProgramSpawner
{
public:
    PipedProgramSpawner(int stdin_descriptor, int stderr_descriptor)
    {
        posix_spawn_file_actions_init(&stream_actions_);
        posix_spawn_file_actions_adddup2(&stream_actions_, stdin_descriptor, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&stream_actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&stream_actions_, stderr_descriptor, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes_, 0);
    }
    PipedProgramSpawner(const PipedProgramSpawner&) = delete;
    void operator=(const PipedProgramSpawner&)      = delete;
    ~PipedProgramSpawner()
    {
        posix_spawn_file_actions_destroy(&stream_actions_);
        posix_spawnattr_destroy(&attributes_);
    }

    /// Starts words[0] with the other words as arguments, and sets `pid`. Returns 0 or an error number (errno).
    int spawn(pid_t& pid, std::vector<std::string> words) const
    {
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        return posix_spawnp(&pid, argv.front(), &stream_actions_, &attributes_, argv.data(), environ);
    }

private:
    posix_spawn_file_actions_t stream_actions_{};
    posix_spawnattr_t attributes_{};
};

// Blocks SIGPIPE in this thread: a write to a pipe without a reader returns an error, and the program continues.
class SigpipeBlock
{
public:
    SigpipeBlock()
    {
        sigemptyset(&sigpipe_set_);
        sigaddset(&sigpipe_set_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &sigpipe_set_, nullptr);
    }
    SigpipeBlock(const SigpipeBlock&)   = delete;
    void operator=(const SigpipeBlock&) = delete;
    // Consumes pending SIGPIPE signals, so that they are not delivered when SIGPIPE is unblocked.
    ~SigpipeBlock()
    {
        const timespec no_wait{};
        while (sigtimedwait(&sigpipe_set_, nullptr, &no_wait) == SIGPIPE)
        {
        }
        pthread_sigmask(SIG_UNBLOCK, &sigpipe_set_, nullptr);
    }

private:
    sigset_t sigpipe_set_{};
};

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
        error = PipedProgramSpawner{read_end.descriptor(), stderr_file_.descriptor()}.spawn(pid, std::move(words));
    }
    if (error == 0)
        process_id_or_handle_ = pid;
    else
        throw std::runtime_error(
            fmt::format("{} cannot be started: {}", program, std::generic_category().message(error)));
}

PipedProgram::~PipedProgram() { close_input_and_wait(); }

void PipedProgram::write(std::span<const unsigned char> bytes) const
{
    const SigpipeBlock guard;
    static_cast<void>(
        // NOLINT: File::write() takes char*, not unsigned char*
        stdin_pipe_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
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
