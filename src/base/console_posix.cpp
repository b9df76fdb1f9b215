#include "base/console.hpp"

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace base
{

namespace
{

std::string_view environment(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

} // namespace

Arguments start_console(int argc, char** argv)
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); // wrong direction: reads and writes fail
    return {argc, argv};
}

bool has_escape_sequences(StandardStream stream)
{
    return isatty(static_cast<int>(stream)) != 0 && !environment("TERM").empty() && environment("TERM") != "dumb";
}

bool has_unicode()
{
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) // the first variable that is set decides
        if (const auto value = environment(name); !value.empty())
            return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
    return false;
}

ErrorCapture::ErrorCapture()
    : collected_{memfd_create("standard error", MFD_CLOEXEC)}
{
    if (!collected_.is_open()) return;
    shown_ = File{fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)};
    if (shown_.is_open()) dup2(collected_.descriptor(), STDERR_FILENO);
}

void ErrorCapture::end()
{
    if (!shown_.is_open()) return;
    dup2(shown_.descriptor(), STDERR_FILENO);
    shown_.close();
}

std::string ErrorCapture::text() const
{
    std::string text(1'000'000, '\0');
    const ssize_t size = pread(collected_.descriptor(), text.data(), text.size(), 0);
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
}

} // namespace base
