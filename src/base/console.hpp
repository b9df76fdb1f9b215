// base/console.hpp -- command-line arguments, environment variables, standard streams and terminal keys
#pragma once

#include "base/system_files.hpp"

#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace base
{

/// Command-line arguments; argv[0] is the program's name. Valid until the program ends.
struct Utf8Arguments
{
    int argc = 0;
    char** argv = nullptr;
};

/// `main` must call this function first. Opens the standard streams that the parent process has closed. On Windows,
/// it also makes the streams binary and the console's text UTF-8.
Utf8Arguments set_up_console(int argc, char** argv);

/// The value of an environment variable; `default_value` if it is empty or not set.
inline std::string environment_variable(const char* name, const std::string& default_value = "")
{
    const char* const value = std::getenv(name);
    return value == nullptr || *value == '\0' ? default_value : value;
}

/// Returns true if the output stream is a terminal that understands ANSI escape sequences.
bool enable_escape_sequences(StandardStream stream);
bool console_supports_unicode();

/// Collects what this process writes to standard error, until restore_stderr(). On failure, nothing is collected.
class StderrCapture
{
public:
    StderrCapture();
    StderrCapture(const StderrCapture&) = delete;
    void operator=(const StderrCapture&) = delete;
    ~StderrCapture() { restore_stderr(); }

    bool is_active() const { return original_stderr_.is_open(); }
    /// Stops collecting text. Later text goes to the original standard error.
    void restore_stderr();
    /// Returns the collected text, at most its first 1,000,000 bytes.
    std::string read_captured_text() const { return read_beginning(capture_file_, 1'000'000); }

private:
    File capture_file_;
    File original_stderr_; ///< duplicate of the original standard error; restore_stderr() restores it
};

/// Reads single keys without echo; not available on Windows. The destructor restores the terminal's settings.
class TerminalKeyReader
{
public:
    static constexpr int left_arrow = 256, right_arrow = 257;

    TerminalKeyReader();
    TerminalKeyReader(const TerminalKeyReader&) = delete;
    void operator=(const TerminalKeyReader&) = delete;
    ~TerminalKeyReader();

    /// Does not wait. Returns a character, `left_arrow`, `right_arrow`, or 0 for no key or an unknown one.
    int poll_key();
};

/// Each member is null if this system supports the feature, otherwise the reason why not, as one sentence for the user.
struct UnsupportedReasons
{
    const char* sleep = nullptr; ///< waiting without keeping the core busy
    const char* vsync = nullptr; ///< choosing VSYNC on or off
    const char* film = nullptr; ///< running ffmpeg, and writing a folder of frames
    const char* folder = nullptr; ///< opening a folder in a file manager
    const char* programs = nullptr; ///< loops in other programs
    const char* options = nullptr; ///< options of a command line, and paths of the user's files
    std::span<const std::string_view> keys{}; ///< keys that do not reach the program, by their names in its list
};

extern const UnsupportedReasons unsupported_reasons;

} // namespace base
