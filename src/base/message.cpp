#include "base/message.hpp"

#include "base/system_files.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace base
{

namespace
{

constexpr std::size_t max_error_line_characters = 2000;

[[noreturn]] void throw_output_error(const std::string& reason)
{
    throw std::runtime_error{"the standard output: cannot be written: " + reason};
}

} // namespace

void print_raw(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw_output_error(std::generic_category().message(errno));
}

void flush_stdout()
{
    if (std::fflush(stdout) != 0) throw_output_error(std::generic_category().message(errno));
    const std::string late_error = File::standard(StandardStream::output).late_write_error();
    if (!late_error.empty()) throw_output_error(late_error);
}

void print_error(std::string_view program, std::string_view error)
{
    const std::string line = fmt::format("{}: {}\n", program, printable_excerpt(error, max_error_line_characters));
    // A failed write is ignored: there is no other stream for the error.
    static_cast<void>(File::standard(StandardStream::error).write(line));
}

} // namespace base
