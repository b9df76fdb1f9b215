#include "base/console.hpp"

#include <array>

namespace base
{

// Changes nothing: in a browser, the web page receives the output line by line, and there is no terminal.
Utf8Arguments set_up_console(int argc, char** argv) { return {argc, argv}; }

bool enable_escape_sequences(StandardStream) { return false; }

bool console_supports_unicode() { return true; }

StderrCapture::StderrCapture() = default;

void StderrCapture::restore_stderr() {}

constexpr std::array<std::string_view, 6> keys_of_the_browser{"F5", "F10", "F11", "F12", "Tab", "Ctrl+Q"};

const UnsupportedReasons unsupported_reasons{
    .sleep = "A web page cannot sleep: while it waits, the core is busy.",
    .vsync = "VSYNC is fixed: the browser shows each frame at the next refresh.",
    .film = "A web page cannot record films: use the desktop program.",
    .folder = "The browser saves files in its folder for downloads.",
    .programs = "A web page starts no programs: choose JavaScript in All loops.",
    .options = "read it with the desktop program, which has options for that",
    .keys = keys_of_the_browser,
};

} // namespace base
