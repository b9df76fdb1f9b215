// base/print.hpp -- prints to the standard output and throws if the text cannot be written
#pragma once

#include "base/message.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

namespace base
{

/// Thrown if the standard output cannot be written, for example because the disk is full; what() is one line. If the
/// reader of a pipe has ended, the program gets the signal SIGPIPE instead.
struct OutputLost : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Writes `text` to the standard output, through a buffer. Throws OutputLost.
void print_text(std::string_view text);
/// Writes `format`, with the arguments inserted, to the standard output. Each text argument is escaped by
/// without_controls(), unless it is a string literal or Verbatim. Throws OutputLost.
template <class... Args>
void print(fmt::format_string<detail::Shown<false, Args>...> format, Args&&... args)
{
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender{text}, format, detail::shown<false>(args)...);
    print_text({text.data(), text.size()});
}
/// Writes all buffered text to the standard output. Throws OutputLost if any printed text could not be written.
void flush();

/// Writes the line "PROGRAM: WHAT" to the standard error. `what` is escaped by printable() and shortened to 2000
/// characters. Errors are ignored.
void tell(std::string_view program, std::string_view what);

} // namespace base
