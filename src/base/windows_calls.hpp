// base/windows_calls.hpp -- for Windows: messages of error codes, file handles, and files that delete themselves
#pragma once

#include "base/system_files.hpp"

#include <cstddef>
#include <string>

namespace base
{

/// Returns the message for a result of GetLastError(), where possible the same message as on other systems.
std::string posix_message_of_windows_error(unsigned long windows_error);
std::string posix_message_of_last_windows_error();

/// Returns the Windows HANDLE of `file`.
void* handle_of(const File& file);
/// Opens a new file that the system removes as soon as all processes have closed it or ended.
File create_self_deleting_file();
/// Reads the beginning of a file without moving the position at which later text is appended.
std::string read_beginning_then_seek_to_end(const File& file, std::size_t max_bytes);

} // namespace base
