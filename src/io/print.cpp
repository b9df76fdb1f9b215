#include "io/print.hpp"

#include "io/printable.hpp"
#include "io/write_all.hpp"

#include <cerrno>
#include <cstdio>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace io
{

namespace
{

constexpr std::size_t longest_line = 2000;

[[noreturn]] void lose(const std::string& why) { throw OutputLost{cannot_be_written("-", why)}; }

} // namespace

void hold_standard_streams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); // what uses it fails as it would have
}

void print_text(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) lose(last_error());
}

void flush()
{
    if (std::fflush(stdout) != 0) lose(last_error());
    if (const std::string why = settle(STDOUT_FILENO); !why.empty()) lose(why);
}

void tell(std::string_view program, std::string_view what)
{
    const std::string line = fmt::format("{}: {}\n", program, printable(what, longest_line));
    const std::string lost = write_all(STDERR_FILENO, line);
    static_cast<void>(lost); // there is nowhere left to say so
}

} // namespace io
