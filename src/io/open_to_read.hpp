// io/open_to_read.hpp -- a file that is to be read; a pipe into which nobody writes yet is waited for, with a word
#pragma once

#include <filesystem>

namespace io
{

/// A descriptor; -1, with errno, when it cannot be opened. While nothing comes through a pipe that has a name, one line
/// on the standard error says what is waited for.
int open_to_read(const std::filesystem::path& path);

} // namespace io
