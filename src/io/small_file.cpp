#include "io/small_file.hpp"

#include "io/open_to_read.hpp"
#include "io/write_all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace io
{

std::variant<std::string, Unread> read_small_file(const std::filesystem::path& path, std::size_t longest)
{
    constexpr std::size_t at_once = 1'000'000;

    const int descriptor = open_to_read(path);
    if (descriptor < 0) return Unread{"cannot be read: " + last_error()};
    std::string text;
    std::size_t size = 0;
    ssize_t got      = 1;
    while (size <= longest &&
           (got > 0 || (got < 0 && errno == EINTR))) // one more than may be, to see that there is more
    {
        text.resize(std::min(longest + 1, size + at_once));
        if (got = read(descriptor, &text[size], text.size() - size); got > 0) size += static_cast<std::size_t>(got);
    }
    const std::string error = got < 0 ? last_error() : "";
    close(descriptor);
    if (!error.empty()) return Unread{"cannot be read: " + error};
    if (size > longest) return Unread{fmt::format("is longer than {} bytes", longest)};
    text.resize(size);
    return text;
}

} // namespace io
