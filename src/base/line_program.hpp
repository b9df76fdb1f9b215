// base/line_program.hpp -- LineProgram: a started program that reads and writes lines of text
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

struct LineRead
{
    enum class Kind : std::uint8_t
    {
        line,
        timeout,
        end_of_output, ///< the program has ended or closed its standard output
        too_long, ///< no line end within max_line_bytes
        stopped, ///< a signal has asked this program to end (base/stopping.hpp)
    };

    Kind kind = Kind::timeout;
    std::string line{}; ///< for Kind::line, without the line end (LF or CR LF); for too_long, the first bytes
};

/// True in a browser: there a LineProgram is a file with JavaScript, the last word of its command line, which the page
/// runs in a worker without network. No function waits there.
extern const bool runs_scripts_of_page;

/// A started program without a shell, whose standard streams are pipes. On Linux, and as a script in a browser.
class LineProgram
{
public:
    static constexpr std::size_t max_line_bytes = 1000;
    static constexpr std::size_t max_error_bytes = 64'000;

    /// command_line[0] is the program, searched for in PATH if it has no slash; the other strings are its arguments.
    /// Throws std::runtime_error with the reason if the program cannot be started; always, except on Linux and in
    /// a browser.
    static std::unique_ptr<LineProgram> start(std::vector<std::string> command_line);
    LineProgram(const LineProgram&) = delete;
    void operator=(const LineProgram&) = delete;
    /// Closes the program's standard input. If the program and all its descendants have not ended 0.5 s later, sends
    /// SIGTERM, and after another 0.5 s SIGKILL; SIGKILL at once if a signal has asked this program to end.
    /// On Linux all of them also end when SIGKILL ends this program.
    virtual ~LineProgram() = default;

    /// Appends a line end. Returns false if the program has closed its standard input, or does not read it.
    virtual bool write_line(std::string line) = 0;
    virtual LineRead read_line(timestep::Nanos timeout) = 0;
    /// Output that arrived after the last line that was read: its first bytes. Empty if there is none.
    virtual std::string unread_output() = 0;
    /// The newest `max_error_bytes` of the program's standard error.
    virtual const std::string& error_output() const = 0;
    /// The exit code, or 128 + N if signal N ended the process; std::nullopt while the process runs.
    virtual std::optional<int> await_exit_code(timestep::Nanos timeout) = 0;
    virtual int pid() const = 0;
    /// Ends the program and all its descendants at once.
    virtual void kill() = 0;

protected:
    LineProgram() = default;
};

} // namespace base
