#include "io/open_to_read.hpp"

#include "io/print.hpp"
#include "io/printable.hpp"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

namespace io
{

namespace
{

constexpr int patience_ms = 1000;

bool is_pipe(const std::filesystem::path& path)
{
    struct stat status
    {
    };
    return stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

// Whether something came, or the writer left, before the time was over; -1 is for ever.
bool comes(int descriptor, int milliseconds)
{
    pollfd pipe{.fd = descriptor, .events = POLLIN, .revents = 0};
    int ready = -1;
    do ready = poll(&pipe, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready != 0;
}

} // namespace

int open_to_read(const std::filesystem::path& path)
{
    if (!is_pipe(path)) return open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return descriptor;
    if (!comes(descriptor, patience_ms))
    {
        tell(program_invocation_short_name,
             fmt::format("waiting for somebody to write into {}; Ctrl+C ends it", printable(path.native())));
        comes(descriptor, -1);
    }
    fcntl(descriptor, F_SETFL, O_RDONLY); // from here on, reading waits by itself
    return descriptor;
}

} // namespace io
