// base/print.hpp -- what a program says: on its standard output nothing is lost without a word
#pragma once

#include "base/message.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

namespace base
{

/// The standard output could not take what was said, in one line. Where a reader is gone, no exception comes but
/// SIGPIPE.
struct OutputLost : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Writes `text` to the standard output, through a buffer.
void print_text(std::string_view text);
/// Writes `format` with its arguments likewise. Each text among them is escaped by without_controls(), unless it is a
/// literal or Verbatim.
template <class... Args>
void print(fmt::format_string<detail::Shown<false, Args>...> format, Args&&... args)
{
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender{text}, format, detail::shown<false>(args)...);
    print_text({text.data(), text.size()});
}
/// All that was printed has arrived when this returns.
void flush();

/// One line on the standard error, "PROGRAM: WHAT", whatever is in it: see printable.hpp. Never fails.
void tell(std::string_view program, std::string_view what);

} // namespace base
