#include "base/console.hpp"

namespace base
{

// A page receives the output line by line and has no terminal.
Arguments start_console(int argc, char** argv) { return {argc, argv}; }

bool has_escape_sequences(StandardStream) { return false; }

bool has_unicode() { return true; }

TerminalKeys::TerminalKeys() = default;

TerminalKeys::~TerminalKeys() = default;

int TerminalKeys::next() { return 0; }

ErrorCapture::ErrorCapture() = default;

void ErrorCapture::end() {}

std::string ErrorCapture::text() const { return {}; }

const Missing missing{
    .sleep = "A web page cannot sleep: this wait keeps the core busy.",
    .vsync = "The browser shows each frame at the next refresh of the display.",
    .film  = "A web page cannot record films: use the desktop program.",
};

} // namespace base
