// base/console.hpp -- command-line arguments, standard streams, terminal keys, and abilities that the system lacks
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// Command-line arguments in UTF-8; words[0] is the program's name. Valid until the program ends.
struct Arguments
{
    int count    = 0;
    char** words = nullptr;
};

/// Returns the command-line arguments. `main` must call it first, with its own parameters. It also opens each standard
/// stream that the parent process has closed: otherwise the next file that the program opens would get the stream's
/// number, and printed text would overwrite this file. On Windows, programs with a window start without streams; they
/// use the console from which the program was started, if there is one.
Arguments start_console(int argc, char** argv);

/// True if the output stream is a terminal that understands ANSI escape sequences.
bool has_escape_sequences(StandardStream stream);
bool has_unicode();

/// From the constructor until end(), collects what this process writes to its standard error, instead of showing it. If
/// the redirection fails, the text is shown as usual.
class ErrorCapture
{
public:
    ErrorCapture();
    ErrorCapture(const ErrorCapture&)   = delete;
    void operator=(const ErrorCapture&) = delete;
    ~ErrorCapture() { end(); }

    bool is_capturing() const { return original_errors_.is_open(); }
    /// Restores the standard error. Does nothing if it is not redirected.
    void end();
    /// The first 1,000,000 bytes of the collected text.
    std::string text() const;

private:
    File collected_;
    File original_errors_; ///< duplicate of the original standard error; end() restores it
};

/// Reads single key presses from the terminal, without waiting for the Enter key and without echo. Ctrl+C still sends
/// its signal. The destructor restores the terminal's settings.
class TerminalKeys
{
public:
    /// Results of next() for keys that are not characters.
    enum Special : int
    {
        left  = 256,
        right = 257,
    };

    TerminalKeys();
    TerminalKeys(const TerminalKeys&)   = delete;
    void operator=(const TerminalKeys&) = delete;
    ~TerminalKeys();

    /// False if the standard input is not a terminal; then next() always returns 0.
    bool is_open() const { return is_open_; }
    /// Returns the next key press as a character or a Special; returns 0 immediately if there is none.
    int next();

private:
    bool is_open_ = false;
};

/// Abilities of the system. A member is null if the system has the ability, otherwise one sentence that says why not.
struct Missing
{
    const char* sleep = nullptr; ///< waiting without keeping the core busy
    const char* vsync = nullptr; ///< choosing VSYNC on or off
    const char* film  = nullptr; ///< running ffmpeg, and writing a folder of frames
};

extern const Missing missing;

} // namespace base
