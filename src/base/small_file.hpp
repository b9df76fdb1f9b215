// base/small_file.hpp -- a file that a person wrote: read whole, but never more of it than that can be
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>

namespace base
{

constexpr std::size_t longest_small_file = 1'000'000; ///< bytes

/// Why there is no text: "cannot be read: No such file or directory", "is longer than 1000000 bytes".
struct Unread
{
    std::string why;
};

/// Of up to `longest` bytes.
std::variant<std::string, Unread> read_small_file(const std::filesystem::path& path,
                                                  std::size_t longest = longest_small_file);

} // namespace base
