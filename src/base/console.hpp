// base/console.hpp -- the terminal: command-line arguments, standard streams and keys
#pragma once

#include "base/system_files.hpp"

#include <string>

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

} // namespace base
