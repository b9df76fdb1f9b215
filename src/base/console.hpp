// base/console.hpp -- command-line arguments, standard streams, terminal keys, and features that the system lacks
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// Command-line arguments; argv[0] is the program's name. Valid until the program ends.
struct Utf8Arguments
{
    int argc    = 0;
    char** argv = nullptr;
};

/// Returns the command-line arguments. `main` must call this function first, with its own parameters. Also opens each
/// standard stream that the parent process has closed: otherwise the next file that the program opens would get the
/// stream's number, and printed text would overwrite this file. On Windows, programs with a window start without
/// streams; they use the console from which the program was started, if there is one.
Utf8Arguments start_console(int argc, char** argv);

/// True if the output stream is a terminal that understands ANSI escape sequences.
bool supports_escape_sequences(StandardStream stream);
bool console_supports_unicode();

/// From the constructor until restore_stderr(), collects what this process writes to its standard error, instead of
/// showing it. If the redirection fails, the text is shown as usual.
class StderrRedirection
{
public:
    StderrRedirection();
    StderrRedirection(const StderrRedirection&) = delete;
    void operator=(const StderrRedirection&)    = delete;
    ~StderrRedirection() { restore_stderr(); }

    bool is_active() const { return original_stderr_.is_open(); }
    /// Does nothing if the standard error is not redirected.
    void restore_stderr();
    /// The first 1,000,000 captured bytes.
    std::string captured_text() const;

private:
    File capture_file_;
    File original_stderr_; ///< duplicate of the original standard error; restore_stderr() restores it
};

/// Reads single key presses from the terminal, without waiting for the Enter key and without echo. Ctrl+C still sends
/// its signal. The destructor restores the terminal's settings.
class TerminalKeys
{
public:
    /// Results of poll_key() for keys that are not characters.
    enum SpecialKey : int
    {
        left  = 256,
        right = 257,
    };

    TerminalKeys();
    TerminalKeys(const TerminalKeys&)   = delete;
    void operator=(const TerminalKeys&) = delete;
    ~TerminalKeys();

    /// False if the standard input is not a terminal; then poll_key() always returns 0.
    bool is_open() const { return is_open_; }
    /// Returns the next key press as a character or a SpecialKey; returns 0 immediately if there is none.
    int poll_key();

private:
    bool is_open_ = false;
};

/// The features that this system does not support. A member is null if the system supports the feature; otherwise it is
/// the reason, one sentence for the user.
struct UnsupportedReasons
{
    const char* sleep = nullptr; ///< waiting without keeping the core busy
    const char* vsync = nullptr; ///< choosing VSYNC on or off
    const char* film  = nullptr; ///< running ffmpeg, and writing a folder of frames
};

extern const UnsupportedReasons unsupported;

} // namespace base
