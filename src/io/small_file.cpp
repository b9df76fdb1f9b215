#include "io/small_file.hpp"

#include "io/open_to_read.hpp"
#include "io/write_all.hpp"

#include <fmt/format.h>

#include <cerrno>

#include <unistd.h>

namespace io
{

std::variant<std::string, Unread> read_small_file(const std::filesystem::path& path)
{
    const int descriptor = open_to_read(path);
    if (descriptor < 0) return Unread{"cannot be read: " + last_error()};
    std::string text(longest_small_file + 1, '\0'); // one more than may be, to see that there is more
    std::size_t size = 0;
    ssize_t got      = 1;
    while (size < text.size() && (got > 0 || (got < 0 && errno == EINTR)))
        if (got = read(descriptor, &text[size], text.size() - size); got > 0) size += static_cast<std::size_t>(got);
    const std::string error = got < 0 ? last_error() : "";
    close(descriptor);
    if (!error.empty()) return Unread{"cannot be read: " + error};
    if (size > longest_small_file) return Unread{fmt::format("is longer than {} bytes", longest_small_file)};
    text.resize(size);
    return text;
}

} // namespace io
