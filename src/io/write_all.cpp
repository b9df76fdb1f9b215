#include "io/write_all.hpp"

#include "io/printable.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace io
{

std::string last_error() { return std::generic_category().message(errno); }

std::string cannot_be_written(const std::filesystem::path& path, std::string_view why)
{
    return fmt::format("{}: cannot be written: {}", path == "-" ? "the standard output" : printable(path.native()),
                       why);
}

std::string write_all(int descriptor, std::string_view bytes)
{
    while (!bytes.empty())
    {
        const ssize_t taken = write(descriptor, bytes.data(), bytes.size());
        if (taken < 0 && errno != EINTR) return last_error();
        bytes.remove_prefix(taken > 0 ? static_cast<std::size_t>(taken) : 0);
    }
    return "";
}

std::string settle(int descriptor, bool on_disk)
{
    if (on_disk && fsync(descriptor) != 0) return last_error();
    const int twin = dup(descriptor);
    return twin < 0 || close(twin) != 0 ? last_error() : "";
}

} // namespace io
