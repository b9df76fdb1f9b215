// base/console.hpp -- the program's command-line arguments, standard streams and terminal features
#pragma once

#include "base/system_files.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

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

/// The keys of the terminal, one at a time, without a line end and without showing them. Ctrl+C still sends its signal.
/// The destructor sets the terminal as before.
class TerminalKeys
{
public:
    /// A key that is not a character.
    enum Special : int
    {
        left  = 256,
        right = 257,
    };

    TerminalKeys();
    TerminalKeys(const TerminalKeys&)   = delete;
    void operator=(const TerminalKeys&) = delete;
    ~TerminalKeys();

    /// Returns false if the standard input is not a terminal; then next() returns no keys.
    bool is_open() const { return open_; }
    /// Returns the next key that was pressed, as a character or a Special; 0 if there is none. Does not wait.
    int next();

private:
    bool open_ = false;
};

/// Adds a check to every option of `command` (a CLI::App). An option that takes a value refuses an empty value, which
/// comes from a shell variable that is not set. A flag takes no value, or one of on, off, true and false.
template <class Command>
void check_values(Command& command)
{
    constexpr auto is_empty = [](const std::string& text)
    { return text.empty() ? "needs a value that is not empty" : ""; };
    constexpr auto is_boolean = [](const std::string& text)
    {
        constexpr std::array<std::string_view, 4> values{"on", "off", "true", "false"};
        const bool found = std::ranges::find(values, text) != values.end();
        return found ? std::string{} : "is a flag: it takes on, off, true, false or no value, not '" + text + "'";
    };
    for (auto* option : command.get_options())
        if (option->get_items_expected_max() > 0)
            option->check(is_empty);
        else
            option->check(is_boolean);
}

/// Returns the first of the arguments "--NAME=" that names an option of `command`; empty if there is none. The parser
/// treats a flag with an empty value as a flag without one, so this is checked before the arguments are parsed.
template <class Command>
std::string_view find_empty_value(const Command& command, std::span<const char* const> arguments)
{
    for (const std::string_view argument : arguments)
        for (const auto* option : command.get_options())
            for (const std::string& name : option->get_lnames())
                if (argument == "--" + name + "=") return argument.substr(0, argument.size() - 1);
    return {};
}

} // namespace base
