#include "base/console.hpp"

namespace base
{

// Changes nothing: in a browser, the web page receives the output line by line, and there is no terminal.
Utf8Arguments set_up_console(int argc, char** argv) { return {argc, argv}; }

bool enable_escape_sequences(StandardStream) { return false; }

bool console_supports_unicode() { return true; }

StderrCapture::StderrCapture() = default;

void StderrCapture::restore_stderr() {}

} // namespace base
