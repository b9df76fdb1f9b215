#include "base/line_program.hpp"

#include "base/number.hpp"
#include "base/sleep.hpp"
#include "base/started_program.hpp"
#include "base/stopping.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace base
{

namespace
{

using namespace std::chrono_literals;
using timestep::Nanos;

Nanos now() { return std::chrono::steady_clock::now().time_since_epoch(); }

// Writes without waiting. While SIGPIPE is blocked, a write to a pipe without a reader only returns an error.
bool write_at_once(int descriptor, std::string_view bytes)
{
    sigset_t sigpipe_mask{}, previous_mask{};
    sigemptyset(&sigpipe_mask);
    sigaddset(&sigpipe_mask, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_mask, &previous_mask);
    ssize_t byte_count = -1;
    do byte_count = write(descriptor, bytes.data(), bytes.size());
    while (byte_count < 0 && errno == EINTR);
    const timespec zero_timeout{};
    if (byte_count < 0 && errno == EPIPE)
        while (sigtimedwait(&sigpipe_mask, nullptr, &zero_timeout) == SIGPIPE)
        {
        }
    pthread_sigmask(SIG_SETMASK, &previous_mask, nullptr);
    return byte_count == static_cast<ssize_t>(bytes.size());
}

// Appends at most 64 KiB without waiting. Returns false at the end of the stream.
bool append_available(const File& file, std::string& text)
{
    std::array<char, 65'536> buffer; // NOLINT: read() sets the bytes that are used
    const ssize_t byte_count = read(file.descriptor(), buffer.data(), buffer.size());
    if (byte_count > 0) text.append(buffer.data(), static_cast<std::size_t>(byte_count));
    return byte_count > 0 || (byte_count < 0 && (errno == EAGAIN || errno == EINTR));
}

struct Pipe
{
    File read_end, write_end;

    explicit Pipe(bool has_messages = false)
    {
        std::array<int, 2> ends{-1, -1};
        const int error = has_messages ? socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data())
                                       : pipe2(ends.data(), O_CLOEXEC);
        if (error != 0) throw std::runtime_error{"no pipe can be made: " + std::generic_category().message(errno)};
        read_end = File{ends[0]};
        write_end = File{ends[1]};
    }
};

// The guard is this program's executable, started under another name as the parent of the loop's program. It adopts the
// program's orphans, also those in sessions of their own, and kills all of them when this process ends, even by
// SIGKILL. It sends the program's process ID, or why the program cannot be started, and then the program's exit code.
constexpr std::string_view guard_name = "timestep-lab-guard";
constexpr int guard_channel = 3;

int run_guard(std::vector<std::string> command_line)
{
    // Handlers, because the program would inherit that a signal is ignored.
    for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGCHLD}) std::signal(signal, [](int) {});
    fcntl(guard_channel, F_SETFD, FD_CLOEXEC);
    const auto report = [](const std::string& text)
    { static_cast<void>(send(guard_channel, text.data(), text.size(), MSG_NOSIGNAL)); };
    std::optional<StartedProgram> program;
    try
    {
        program.emplace(LaunchOptions{.command_line = std::move(command_line)});
    }
    catch (const std::runtime_error& error)
    {
        report(error.what());
        return 1;
    }
    report(std::to_string(program->pid()));
    // Its own descriptors would keep the pipes open after the program has closed them.
    const File null_device{open("/dev/null", O_RDWR | O_CLOEXEC)};
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null_device.descriptor(), stream);
    sigset_t sigchld_mask{}, previous_mask{};
    sigemptyset(&sigchld_mask);
    sigaddset(&sigchld_mask, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &sigchld_mask, &previous_mask);
    pollfd channel{guard_channel, POLLIN, 0};
    for (bool is_reported = false; channel.revents == 0; ppoll(&channel, 1, nullptr, &previous_mask))
    {
        const auto exit_code = program->poll_exit_code();
        if (exit_code && !std::exchange(is_reported, true)) report(std::to_string(*exit_code));
        if (exit_code && program->poll_process_tree().empty()) break;
    }
    return 0;
}

// Runs before main() in each program with this source, so that no program needs a call for the guard.
[[gnu::constructor]] void run_guard_under_its_name(int argc, char** argv, char**)
{
    if (argc > 1 && argv[0] == guard_name) _exit(run_guard({argv + 1, argv + argc}));
}

std::vector<std::string> guarded(std::vector<std::string> command_line)
{
    command_line.insert(command_line.begin(), std::string{guard_name});
    return command_line;
}

class StartedLineProgram final : public LineProgram
{
public:
    explicit StartedLineProgram(const std::vector<std::string>& command_line)
        : guard_{{.command_line = guarded(command_line),
                  .executable = "/proc/self/exe",
                  .environment_changes = {{"PYTHONUNBUFFERED", "1"}},
                  .stream_descriptors = {input_.read_end.descriptor(), output_.write_end.descriptor(),
                                         error_.write_end.descriptor(), channel_.write_end.descriptor()}}}
    {
        channel_.write_end.close();
        input_.read_end.close();
        output_.write_end.close();
        error_.write_end.close();
        for (const File* own_end : {&input_.write_end, &output_.read_end, &error_.read_end})
            fcntl(own_end->descriptor(), F_SETFL, O_NONBLOCK);
        const std::string start = read_report(0);
        pid_ = parse_number<int>(start).value_or(-1);
        if (pid_ < 0) throw std::runtime_error{start.empty() ? command_line.front() + " cannot be started" : start};
    }
    ~StartedLineProgram() override
    {
        input_.write_end.close();
        if (has_ended_within(500ms) || received_stop_signal() != 0) return;
        guard_.terminate_process_tree();
        has_ended_within(500ms); // then ~StartedProgram() kills what is left
    }

    bool write_line(std::string line) override { return write_at_once(input_.write_end.descriptor(), line += '\n'); }

    LineRead read_line(Nanos timeout) override
    {
        const Nanos deadline = now() + timeout;
        for (std::size_t searched = 0;;)
        {
            const std::size_t line_end = unread_.find('\n', searched);
            if (std::min(line_end, unread_.size()) > max_line_bytes)
                return {LineRead::Kind::too_long, unread_.substr(0, max_line_bytes)};
            if (line_end != std::string::npos)
            {
                LineRead result{LineRead::Kind::line, unread_.substr(0, line_end)};
                unread_.erase(0, line_end + 1);
                if (result.line.ends_with('\r')) result.line.pop_back();
                return result;
            }
            searched = unread_.size();
            if (received_stop_signal() != 0) return {LineRead::Kind::stopped};
            if (!read_until(deadline)) return {LineRead::Kind::end_of_output, std::exchange(unread_, {})};
            if (unread_.size() == searched && now() >= deadline) return {LineRead::Kind::timeout};
        }
    }

    std::string unread_output() override
    {
        if (unread_.empty()) append_available(output_.read_end, unread_);
        return unread_.substr(0, max_line_bytes);
    }

    const std::string& error_output() const override { return error_text_; }

    std::optional<int> await_exit_code(Nanos timeout) override
    {
        const Nanos deadline = now() + timeout;
        while (!poll_exit_code() && now() < deadline)
        {
            if (error_.read_end.is_open())
                read_until(now() + Nanos{1ms});
            else
                sleep_for(1ms);
        }
        while (error_.read_end.is_open() && now() < deadline) // the rest of what the program has printed
        {
            const std::size_t size = error_text_.size();
            read_until(now());
            if (error_text_.size() == size) break;
        }
        return poll_exit_code();
    }

    int pid() const override { return pid_; }
    void kill() override { guard_.kill_process_tree(); }

private:
    // Returns the guard's next report; empty if there is none, or if the guard has ended.
    std::string read_report(int flags)
    {
        std::string report(2000, ' ');
        const ssize_t size = recv(channel_.read_end.descriptor(), report.data(), report.size(), flags);
        report.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        return report;
    }
    // Of the program; of the guard if something else has ended the guard.
    std::optional<int> poll_exit_code()
    {
        if (!exit_code_) exit_code_ = parse_number<int>(read_report(MSG_DONTWAIT));
        if (!exit_code_) exit_code_ = guard_.poll_exit_code();
        return exit_code_;
    }
    // Waits until there is new output, at most until `deadline`. Returns false at the end of the output.
    bool read_until(Nanos deadline)
    {
        std::array<pollfd, 2> waits{pollfd{output_.read_end.descriptor(), POLLIN, 0},
                                    pollfd{error_.read_end.descriptor(), POLLIN, 0}};
        const auto left_ms = std::chrono::ceil<std::chrono::milliseconds>(deadline - now()).count();
        // In short waits, because a signal may have arrived just before.
        poll(waits.data(), waits.size(), static_cast<int>(std::clamp<std::int64_t>(left_ms, 0, 100)));
        if (waits[1].revents != 0)
        {
            if (!append_available(error_.read_end, error_text_)) error_.read_end.close();
            if (error_text_.size() > max_error_bytes) error_text_.erase(0, error_text_.size() - max_error_bytes);
        }
        return waits[0].revents == 0 || append_available(output_.read_end, unread_);
    }

    // A program that waits until its output is read must also be able to end.
    bool has_ended_within(Nanos time)
    {
        const Nanos deadline = now() + time;
        for (bool is_open = true; now() < deadline; unread_.clear())
        {
            if (is_open) is_open = read_until(std::min(deadline, now() + Nanos{2ms}));
            if (!is_open) sleep_for(1ms);
            if (guard_.poll_exit_code() && guard_.poll_process_tree().empty()) return true;
        }
        return false;
    }

    Pipe input_, output_, error_, channel_{true};
    StartedProgram guard_; // is killed before `channel_` is closed
    int pid_ = -1;
    std::optional<int> exit_code_;
    std::string unread_, error_text_;
};

} // namespace

const bool runs_scripts_of_page = false;

std::unique_ptr<LineProgram> LineProgram::start(std::vector<std::string> command_line)
{
    return std::make_unique<StartedLineProgram>(command_line);
}

} // namespace base
