// base/console.hpp -- the console of the program: its arguments, its standard streams, and what its terminal can show
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// The words of the command line in UTF-8; the first is the program's name. They live as long as the program.
struct Arguments
{
    int count    = 0;
    char** words = nullptr;
};

/// Call this first in `main`, with its parameters. It opens those of the three standard streams that the parent process
/// closed: otherwise the next opened file would take the place of one, and printed text would overwrite the file.
Arguments start_console(int argc, char** argv);

/// Whether the output stream is a terminal that can set colours and clear a line (ANSI escape sequences).
bool has_escape_sequences(StandardStream stream);
/// Whether the terminal shows UTF-8 text.
bool has_unicode();

/// While capturing, text that this process writes to its standard error is collected instead of shown. If capturing
/// cannot begin, the text is shown as usual.
class ErrorCapture
{
public:
    ErrorCapture();
    ErrorCapture(const ErrorCapture&)   = delete;
    void operator=(const ErrorCapture&) = delete;
    ~ErrorCapture() { end(); }

    bool is_capturing() const { return shown_.is_open(); }
    /// Ends capturing; does nothing when it has ended.
    void end();
    /// The first megabyte of the collected text.
    std::string text() const;

private:
    File collected_;
    File shown_; ///< the standard error, as it was
};

} // namespace base
