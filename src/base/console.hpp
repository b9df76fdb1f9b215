// base/console.hpp -- the program's command-line arguments, standard streams and terminal features
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

/// Returns the arguments. Call it first in `main`, with the parameters of `main`. It opens each standard stream that
/// the parent process has closed. Otherwise the next opened file would become this stream, and printed text would
/// overwrite the file.
Arguments start_console(int argc, char** argv);

/// Returns whether the output stream is a terminal that can set colours and clear a line (ANSI escape sequences).
bool has_escape_sequences(StandardStream stream);
/// Returns whether the terminal shows UTF-8 text.
bool has_unicode();

/// Collects the text that this process writes to its standard error, instead of showing it. The constructor begins
/// capturing. If capturing cannot begin, the text is shown as usual.
class ErrorCapture
{
public:
    ErrorCapture();
    ErrorCapture(const ErrorCapture&)   = delete;
    void operator=(const ErrorCapture&) = delete;
    ~ErrorCapture() { end(); }

    bool is_capturing() const { return shown_.is_open(); }
    /// Ends capturing; does nothing if capturing has ended already.
    void end();
    /// Returns the first megabyte of the collected text.
    std::string text() const;

private:
    File collected_;
    File shown_; ///< a duplicate of the original standard error
};

/// Adds a check to every option of `command` (a CLI::App) that takes a value: an empty value is an error. Empty values
/// come from shell variables that are not set.
template <class Command>
void refuse_empty_values(Command& command)
{
    for (auto* option : command.get_options())
        if (option->get_items_expected_max() > 0)
            option->check([](const std::string& text)
                          { return text.empty() ? "needs a value that is not empty" : ""; });
}

} // namespace base
