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

constexpr std::size_t max_error_bytes = 320; // maximum size in bytes of the stored standard error of a child

// Starts a child process in a new process group. Its standard input and its standard error are the file descriptors
// `input` and `errors`; its standard output is discarded.
class PipedProgramSpawner
{
public:
    PipedProgramSpawner(int input, int errors)
    {
        posix_spawn_file_actions_init(&streams_);
        posix_spawn_file_actions_adddup2(&streams_, input, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&streams_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&streams_, errors, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes_, 0);
    }
    PipedProgramSpawner(const PipedProgramSpawner&) = delete;
    void operator=(const PipedProgramSpawner&)      = delete;
    ~PipedProgramSpawner()
    {
        posix_spawn_file_actions_destroy(&streams_);
        posix_spawnattr_destroy(&attributes_);
    }

    /// Starts words[0] with the other words as arguments. Returns 0, or an error number of the system (errno).
    int operator()(pid_t& process, std::vector<std::string> words) const
    {
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        return posix_spawnp(&process, argv.front(), &streams_, &attributes_, argv.data(), environ);
    }

private:
    posix_spawn_file_actions_t streams_{};
    posix_spawnattr_t attributes_{};
};

// Blocks SIGPIPE for the calling thread as long as this object exists, so that a write to a pipe without a reader
// returns an error. Otherwise SIGPIPE would end the program.
class BrokenPipesAreErrors
{
public:
    BrokenPipesAreErrors()
    {
        sigemptyset(&pipe_signal_);
        sigaddset(&pipe_signal_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_signal_, nullptr);
    }
    BrokenPipesAreErrors(const BrokenPipesAreErrors&) = delete;
    void operator=(const BrokenPipesAreErrors&)       = delete;
    // Consumes the pending SIGPIPE signals of this thread, so that they are never delivered, and then unblocks SIGPIPE.
    ~BrokenPipesAreErrors()
    {
        const timespec no_wait{};
        while (sigtimedwait(&pipe_signal_, nullptr, &no_wait) == SIGPIPE)
        {
        }
        pthread_sigmask(SIG_UNBLOCK, &pipe_signal_, nullptr);
    }

private:
    sigset_t pipe_signal_{};
};

} // namespace

PipedProgram::PipedProgram(const std::string& program, const std::vector<std::string>& arguments)
    : errors_{memfd_create("errors of a child process", MFD_CLOEXEC)}
{
    std::array<int, 2> pipe_ends{-1, -1};
    int error     = !errors_.is_open() || pipe2(pipe_ends.data(), O_CLOEXEC) != 0 ? errno : 0;
    pid_t process = -1;
    if (error == 0)
    {
        std::vector<std::string> words{program};
        words.insert(words.end(), arguments.begin(), arguments.end());
        input_ = File{pipe_ends[1]};
        const File read_end{pipe_ends[0]};
        error = PipedProgramSpawner{read_end.descriptor(), errors_.descriptor()}(process, std::move(words));
    }
    if (error == 0)
        process_ = process;
    else
        throw std::runtime_error(
            fmt::format("{} cannot be started: {}", program, std::generic_category().message(error)));
}

PipedProgram::~PipedProgram() { wait_for_success(); }

void PipedProgram::write(std::span<const unsigned char> bytes) const
{
    const BrokenPipesAreErrors guard;
    static_cast<void>(
        // NOLINT: File::write() takes char*, not unsigned char*
        input_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

PipedProgram::ExitResult PipedProgram::finish()
{
    const bool succeeded = wait_for_success();
    std::string text(max_error_bytes, '\0');
    const ssize_t size = pread(errors_.descriptor(), text.data(), text.size(), 0);
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

// Returns true if the exit code is 0. Closes the standard input first, because the process may wait for more input.
bool PipedProgram::wait_for_success()
{
    input_.close();
    const auto process = static_cast<pid_t>(std::exchange(process_, -1));
    int status         = 0;
    if (process <= 0) return false;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace base
