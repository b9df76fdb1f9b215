#include "base/line_program.hpp"

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

} // namespace

const bool runs_scripts_of_page = false;

struct LineProgram::Streams
{
    struct Pipe
    {
        File read_end, write_end;

        Pipe()
        {
            std::array<int, 2> ends{-1, -1};
            if (pipe2(ends.data(), O_CLOEXEC) != 0)
                throw std::runtime_error{"no pipe can be made: " + std::generic_category().message(errno)};
            read_end = File{ends[0]};
            write_end = File{ends[1]};
        }
    };

    Pipe input, output, error, life;
    std::optional<StartedProgram> program{}, guard{}; // the guard is killed first, before `life` is closed
    std::string unread{}, error_text{};

    // Waits until there is new output, at most until `deadline`. Returns false at the end of the output.
    bool read_until(Nanos deadline)
    {
        std::array<pollfd, 2> waits{pollfd{output.read_end.descriptor(), POLLIN, 0},
                                    pollfd{error.read_end.descriptor(), POLLIN, 0}};
        const auto left_ms = std::chrono::ceil<std::chrono::milliseconds>(deadline - now()).count();
        // In short waits, because a signal may have arrived just before.
        poll(waits.data(), waits.size(), static_cast<int>(std::clamp<std::int64_t>(left_ms, 0, 100)));
        if (waits[1].revents != 0)
        {
            if (!append_available(error.read_end, error_text)) error.read_end.close();
            if (error_text.size() > max_error_bytes) error_text.erase(0, error_text.size() - max_error_bytes);
        }
        return waits[0].revents == 0 || append_available(output.read_end, unread);
    }
};

LineProgram::LineProgram(std::vector<std::string> command_line)
    : streams_{std::make_unique<Streams>()}
{
    Streams& s = *streams_;
    s.program.emplace(
        LaunchOptions{.command_line = std::move(command_line),
                      .environment_changes = {{"PYTHONUNBUFFERED", "1"}},
                      .stream_descriptors = {s.input.read_end.descriptor(), s.output.write_end.descriptor(),
                                             s.error.write_end.descriptor()}});
    // When this process is killed, the guard reads the end of `life`, and kills the program.
    s.guard.emplace(
        LaunchOptions{.command_line = {"sh", "-c", "trap '' HUP INT TERM; read -r end; kill -s KILL -- \"-$0\"",
                                       std::to_string(s.program->pid())},
                      .stdout_target = OutputTarget::discarded,
                      .stderr_target = OutputTarget::discarded,
                      .stream_descriptors = {s.life.read_end.descriptor(), -1, -1}});
    s.life.read_end.close();
    s.input.read_end.close();
    s.output.write_end.close();
    s.error.write_end.close();
    for (const File* own_end : {&s.input.write_end, &s.output.read_end, &s.error.read_end})
        fcntl(own_end->descriptor(), F_SETFL, O_NONBLOCK);
}

LineProgram::~LineProgram()
{
    Streams& s = *streams_;
    s.input.write_end.close();
    const auto has_ended_within = [&](Nanos time)
    {
        const Nanos deadline = now() + time;
        // A program that waits until its output is read must also be able to end.
        for (bool is_open = true; now() < deadline; s.unread.clear())
        {
            if (is_open) is_open = s.read_until(std::min(deadline, now() + Nanos{2ms}));
            if (!is_open) sleep_for(1ms);
            if (s.program->poll_exit_code() && s.program->poll_process_tree().empty()) return true;
        }
        return false;
    };
    if (has_ended_within(500ms)) return;
    s.program->terminate_process_tree();
    has_ended_within(500ms); // then ~StartedProgram() kills what is left
}

bool LineProgram::write_line(std::string line)
{
    return write_at_once(streams_->input.write_end.descriptor(), line += '\n');
}

LineRead LineProgram::read_line(Nanos timeout)
{
    Streams& s = *streams_;
    const Nanos deadline = now() + timeout;
    for (std::size_t searched = 0;;)
    {
        const std::size_t line_end = s.unread.find('\n', searched);
        if (std::min(line_end, s.unread.size()) > max_line_bytes)
            return {LineRead::Kind::too_long, s.unread.substr(0, max_line_bytes)};
        if (line_end != std::string::npos)
        {
            LineRead result{LineRead::Kind::line, s.unread.substr(0, line_end)};
            s.unread.erase(0, line_end + 1);
            if (result.line.ends_with('\r')) result.line.pop_back();
            return result;
        }
        searched = s.unread.size();
        if (received_stop_signal() != 0) return {LineRead::Kind::stopped};
        if (!s.read_until(deadline)) return {LineRead::Kind::end_of_output, std::exchange(s.unread, {})};
        if (s.unread.size() == searched && now() >= deadline) return {LineRead::Kind::timeout};
    }
}

std::string LineProgram::unread_output()
{
    if (streams_->unread.empty()) append_available(streams_->output.read_end, streams_->unread);
    return streams_->unread.substr(0, max_line_bytes);
}

const std::string& LineProgram::error_output() const { return streams_->error_text; }

std::optional<int> LineProgram::await_exit_code(Nanos timeout)
{
    const Nanos deadline = now() + timeout;
    while (!streams_->program->poll_exit_code() && now() < deadline)
    {
        if (streams_->error.read_end.is_open())
            streams_->read_until(now() + Nanos{1ms});
        else
            sleep_for(1ms);
    }
    while (streams_->error.read_end.is_open() && now() < deadline) // the rest of what the program has printed
    {
        const std::size_t size = streams_->error_text.size();
        streams_->read_until(now());
        if (streams_->error_text.size() == size) break;
    }
    return streams_->program->poll_exit_code();
}

void LineProgram::kill() { streams_->program->kill_process_tree(); }

int LineProgram::pid() const { return streams_->program->pid(); }

} // namespace base
