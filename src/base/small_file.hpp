// base/small_file.hpp -- reads a whole file that a person wrote, up to a size limit
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>

namespace base
{

constexpr std::size_t longest_small_file = 1'000'000; ///< default size limit in bytes

/// The reason why a file was not read: "cannot be read: No such file or directory", "is longer than 1000000 bytes".
struct Unread
{
    std::string why;
};

/// Returns the text of the file, or the reason if the file cannot be read or is longer than `longest` bytes.
std::variant<std::string, Unread> read_small_file(const std::filesystem::path& path,
                                                  std::size_t longest = longest_small_file);

} // namespace base
