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

// The environment of this process with `changes` applied, as NAME=VALUE. An empty value removes a variable.
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
    std::vector<char*> string_pointers;
    for (std::string& text : strings) string_pointers.push_back(text.data());
    string_pointers.push_back(nullptr);
    return string_pointers;
}

class ProgramSpawner
{
public:
    ProgramSpawner(const ProgramStart& start, int output)
    {
        posix_spawn_file_actions_init(&streams_);
        if (isatty(STDIN_FILENO) != 0)
            posix_spawn_file_actions_addopen(&streams_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        if (start.keeps_output) posix_spawn_file_actions_adddup2(&streams_, output, STDOUT_FILENO);
        if (start.keeps_errors) posix_spawn_file_actions_adddup2(&streams_, output, STDERR_FILENO);
        if (start.discards_errors) posix_spawn_file_actions_addopen(&streams_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_init(&attributes_);
        // A new program inherits the signals that this program ignores. This program ignores SIGXFSZ (stopping.hpp), so
        // the new program gets the default handling of SIGXFSZ back.
        sigset_t default_signals;
        sigemptyset(&default_signals);
        sigaddset(&default_signals, SIGXFSZ);
        posix_spawnattr_setsigdefault(&attributes_, &default_signals);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    }
    ProgramSpawner(const ProgramSpawner&) = delete;
    void operator=(const ProgramSpawner&) = delete;
    ~ProgramSpawner()
    {
        posix_spawn_file_actions_destroy(&streams_);
        posix_spawnattr_destroy(&attributes_);
    }

    int spawn(pid_t& process, const ProgramStart& start) const
    {
        std::vector<std::string> words     = start.words;
        std::vector<std::string> variables = changed_environment(start.environment);
        return posix_spawnp(&process, words.front().c_str(), &streams_, &attributes_,
                            null_terminated_pointers(words).data(), null_terminated_pointers(variables).data());
    }

private:
    posix_spawn_file_actions_t streams_{};
    posix_spawnattr_t attributes_{};
};

struct ProcessEntry
{
    int process = 0, parent = 0;
    bool has_ended = false; // a zombie process: ended, but its parent has not read its exit code yet
};

// All processes of this machine, from /proc/N/stat: "N (name) state parent ...".
std::vector<ProcessEntry> all_processes()
{
    std::vector<ProcessEntry> processes;
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
        processes.push_back({*process, std::atoi(line.c_str() + name_end + 4), line[name_end + 2] == 'Z'});
    }
    return processes;
}

} // namespace

StartedProgram::StartedProgram(const ProgramStart& start)
{
    // An orphaned process becomes a child of this process, so that processes() still finds it.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::array<int, 2> pipe_ends{-1, -1};
    int error = start.keeps_output && pipe2(pipe_ends.data(), O_CLOEXEC) != 0 ? errno : 0;
    output_   = File{pipe_ends[0]};
    const File write_end{pipe_ends[1]};
    pid_t process = -1;
    if (error == 0) error = ProgramSpawner{start, write_end.descriptor()}.spawn(process, start);
    if (error != 0)
        throw std::runtime_error{
            fmt::format("{} cannot be started: {}", start.words.front(), std::generic_category().message(error))};
    process_ = process;
    if (output_.is_open()) fcntl(output_.descriptor(), F_SETFL, O_NONBLOCK);
}

StartedProgram::~StartedProgram()
{
    kill();
    while (!exit_code_ && !exit_code()) usleep(1000);
    while (!processes().empty()) // orphaned processes of the program are now children of this process
    {
        kill();
        usleep(1000);
    }
}

std::optional<int> StartedProgram::exit_code()
{
    int status = 0;
    if (exit_code_ || waitpid(process_, &status, WNOHANG) != process_) return exit_code_;
    if (WIFSIGNALED(status)) signal_ = WTERMSIG(status);
    exit_code_ = signal_ != 0 ? 128 + signal_ : WEXITSTATUS(status);
    return exit_code_;
}

std::vector<int> StartedProgram::processes()
{
    std::vector<int> process_ids;
    if (!exit_code()) process_ids.push_back(process_);
    const std::vector<ProcessEntry> all_entries = all_processes();
    const int own_process                       = getpid();
    // Adds orphaned processes: children of this process that belong to the program's session.
    for (const ProcessEntry& p : all_entries)
        if (p.parent == own_process && p.process != process_)
        {
            if (getsid(p.process) == process_)
            {
                if (p.has_ended)
                    waitpid(p.process, nullptr, WNOHANG);
                else
                    process_ids.push_back(p.process);
            }
        }
    for (std::size_t i = 0; i < process_ids.size(); ++i)
        for (const ProcessEntry& p : all_entries)
            if (p.parent == process_ids[i] && !p.has_ended &&
                std::ranges::find(process_ids, p.process) == process_ids.end())
                process_ids.push_back(p.process);
    return process_ids;
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
