#include "base/print.hpp"

#include "base/printable.hpp"
#include "base/system_files.hpp"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace base
{

namespace
{

constexpr std::size_t longest_line = 2000;

[[noreturn]] void lose(const std::string& why) { throw OutputLost{"the standard output: cannot be written: " + why}; }

} // namespace

void print_text(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) lose(std::generic_category().message(errno));
}

void flush()
{
    if (std::fflush(stdout) != 0) lose(std::generic_category().message(errno));
    if (const std::string why = File::standard(StandardStream::output).settle(); !why.empty()) lose(why);
}

void tell(std::string_view program, std::string_view what)
{
    const std::string line = fmt::format("{}: {}\n", program, printable(what, longest_line));
    static_cast<void>(File::standard(StandardStream::error).write(line)); // a failure here cannot be reported
}

} // namespace base
