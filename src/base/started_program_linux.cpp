#include "base/started_program.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
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

// Variables of this process with the changes, as NAME=VALUE. A change with an empty value removes the variable.
std::vector<std::string> changed_environment(const std::vector<std::pair<std::string, std::string>>& changes)
{
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry)
    {
        const std::string_view text{*entry};
        const auto is_changed = [&](const auto& change) { return text.substr(0, text.find('=')) == change.first; };
        if (std::ranges::none_of(changes, is_changed)) all.emplace_back(text);
    }
    for (const auto& [name, value] : changes)
        if (!value.empty()) all.push_back(fmt::format("{}={}", name, value));
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

class StartAttributes
{
public:
    StartAttributes(const ProgramStart& start, int output)
    {
        posix_spawn_file_actions_init(&streams_);
        if (isatty(STDIN_FILENO) != 0)
            posix_spawn_file_actions_addopen(&streams_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        if (start.keeps_output) posix_spawn_file_actions_adddup2(&streams_, output, STDOUT_FILENO);
        if (start.keeps_errors) posix_spawn_file_actions_adddup2(&streams_, output, STDERR_FILENO);
        if (start.silent) posix_spawn_file_actions_addopen(&streams_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_init(&attributes_);
        // A new program inherits the ignored signals of this program. This program ignores SIGXFSZ (stopping.hpp), so
        // SIGXFSZ is set back to its default handling in the new program.
        sigset_t usual;
        sigemptyset(&usual);
        sigaddset(&usual, SIGXFSZ);
        posix_spawnattr_setsigdefault(&attributes_, &usual);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    }
    StartAttributes(const StartAttributes&) = delete;
    void operator=(const StartAttributes&)  = delete;
    ~StartAttributes()
    {
        posix_spawn_file_actions_destroy(&streams_);
        posix_spawnattr_destroy(&attributes_);
    }

    int start(pid_t& process, const ProgramStart& what) const
    {
        std::vector<std::string> words     = what.words;
        std::vector<std::string> variables = changed_environment(what.environment);
        return posix_spawnp(&process, words.front().c_str(), &streams_, &attributes_, pointers(words).data(),
                            pointers(variables).data());
    }

private:
    posix_spawn_file_actions_t streams_{};
    posix_spawnattr_t attributes_{};
};

struct Parent
{
    int process = 0, parent = 0;
    bool ended = false; // true: the process has ended, but its parent has not read its exit code yet
};

// All processes of this machine, from /proc/N/stat: "N (name) state parent ...".
std::vector<Parent> all_processes()
{
    std::vector<Parent> all;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc", error})
    {
        const auto process = number<int>(entry.path().filename().native());
        if (!process) continue;
        std::ifstream file{entry.path() / "stat"};
        std::string line;
        std::getline(file, line);
        const auto name_end = line.rfind(')');
        if (name_end == line.npos || name_end + 4 > line.size()) continue;
        all.push_back({*process, std::atoi(line.c_str() + name_end + 4), line[name_end + 2] == 'Z'});
    }
    return all;
}

} // namespace

StartedProgram::StartedProgram(const ProgramStart& start)
{
    // A process that loses its parent becomes a child of this process, so that processes() still finds it.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::array<int, 2> ends{-1, -1};
    int error = start.keeps_output && pipe2(ends.data(), O_CLOEXEC) != 0 ? errno : 0;
    output_   = File{ends[0]};
    const File write_end{ends[1]};
    pid_t process = -1;
    if (error == 0) error = StartAttributes{start, write_end.descriptor()}.start(process, start);
    if (error != 0)
        throw std::runtime_error{
            fmt::format("{} cannot be started: {}", start.words.front(), std::generic_category().message(error))};
    process_ = process;
    if (output_.is_open()) fcntl(output_.descriptor(), F_SETFL, O_NONBLOCK);
}

StartedProgram::~StartedProgram()
{
    kill();
    while (!code_ && !exit_code()) usleep(1000);
    while (!processes().empty()) // orphans of the program are now children of this process
    {
        kill();
        usleep(1000);
    }
}

std::optional<int> StartedProgram::exit_code()
{
    int status = 0;
    if (code_ || waitpid(process_, &status, WNOHANG) != process_) return code_;
    if (WIFSIGNALED(status)) signal_ = WTERMSIG(status);
    code_ = signal_ != 0 ? 128 + signal_ : WEXITSTATUS(status);
    return code_;
}

std::vector<int> StartedProgram::processes()
{
    std::vector<int> found;
    if (!exit_code()) found.push_back(process_);
    const std::vector<Parent> all = all_processes();
    const int self                = getpid();
    // Adds processes whose parents have ended: they are children of this process, and belong to the program's session.
    for (const Parent& p : all)
        if (p.parent == self && p.process != process_)
        {
            if (getsid(p.process) == process_)
            {
                if (p.ended)
                    waitpid(p.process, nullptr, WNOHANG);
                else
                    found.push_back(p.process);
            }
        }
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const Parent& p : all)
            if (p.parent == found[i] && !p.ended && std::ranges::find(found, p.process) == found.end())
                found.push_back(p.process);
    return found;
}

void StartedProgram::signal_all(int signal)
{
    for (const int process : processes()) ::kill(process, signal);
}

void StartedProgram::terminate() { signal_all(SIGTERM); }

void StartedProgram::kill() { signal_all(SIGKILL); }

std::string StartedProgram::take_output()
{
    std::string text;
    std::array<char, 4096> buffer{};
    while (output_.is_open())
    {
        const ssize_t size = read(output_.descriptor(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return text;
}

std::string program_of(int process)
{
    std::error_code error;
    return std::filesystem::read_symlink(fmt::format("/proc/{}/exe", process), error).native();
}

std::filesystem::path program_folder() { return std::filesystem::path{program_of(getpid())}.parent_path(); }

} // namespace base
