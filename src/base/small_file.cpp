#include "base/small_file.hpp"

#include "base/system_files.hpp"

#include <fmt/format.h>

namespace base
{

std::variant<std::string, Unread> read_small_file(const std::filesystem::path& path, std::size_t longest)
{
    const File file = open_to_read(path);
    if (!file.is_open()) return Unread{"cannot be read: " + file.error()};
    std::string text;
    const std::string error = file.read_to_end(text, longest + 1); // longest + 1: detects longer files
    if (!error.empty()) return Unread{"cannot be read: " + error};
    if (text.size() > longest) return Unread{fmt::format("is longer than {} bytes", longest)};
    return text;
}

} // namespace base
