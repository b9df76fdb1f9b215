// io/write_all.hpp -- bytes to where a descriptor leads, all of them
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace io
{

/// What the system says of the last call that failed.
std::string last_error();
/// "FILE: cannot be written: WHY"
std::string cannot_be_written(const std::filesystem::path& path, std::string_view why);

/// Nothing when all of it was taken; otherwise what the system says.
std::string write_all(int descriptor, std::string_view bytes);

/// What only closing tells, as when a disk elsewhere is full; the descriptor stays open. With `on_disk`, all of it is
/// on the disk then.
std::string settle(int descriptor, bool on_disk = false);

} // namespace io
