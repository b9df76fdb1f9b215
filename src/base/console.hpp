// base/console.hpp -- arguments, standard streams, the terminal and its keys, and what the system cannot do
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// The words of the command line in UTF-8; the first word is the program's name. Valid until the program ends.
struct Arguments
{
    int count    = 0;
    char** words = nullptr;
};

/// Returns the command-line arguments. Call it first in `main`, with the parameters of `main`. It also opens each
/// standard stream that the parent process has closed: otherwise the next file that the program opens would become this
/// stream, and printed text would overwrite the file. On Windows, programs with a window are started without streams;
/// these use the console in which the program was started, if there is one.
Arguments start_console(int argc, char** argv);

/// True if the output stream is a terminal that understands ANSI escape sequences.
bool has_escape_sequences(StandardStream stream);
bool has_unicode();

/// Collects the text that this process writes to its standard error, so that the text is not shown. The constructor
/// begins to collect. If this is impossible, the text is shown as usual.
class ErrorCapture
{
public:
    ErrorCapture();
    ErrorCapture(const ErrorCapture&)   = delete;
    void operator=(const ErrorCapture&) = delete;
    ~ErrorCapture() { end(); }

    bool is_capturing() const { return original_errors_.is_open(); }
    /// Shows text on the standard error again. Does nothing if no text is being collected.
    void end();
    /// The first megabyte of the collected text.
    std::string text() const;

private:
    File collected_;
    File original_errors_; ///< duplicate of the original standard error; end() restores it
};

/// Reads the keys that the user presses in the terminal, one at a time: without waiting for the Enter key, and without
/// showing them. Ctrl+C still sends its signal. The destructor restores the terminal's settings.
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
    /// Returns the next pressed key, a character or a Special; 0 at once if no further key was pressed.
    int next();

private:
    bool is_open_ = false;
};

/// Each member is null if the system has the ability. Otherwise it is the reason for the user, in one sentence.
struct Missing
{
    const char* sleep = nullptr; ///< waiting without keeping the core busy
    const char* vsync = nullptr; ///< choosing whether a picture waits for the display
    const char* film  = nullptr; ///< running ffmpeg, and keeping a folder of pictures
};

extern const Missing missing;

} // namespace base
