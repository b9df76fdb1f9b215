// base/windows_calls.hpp -- for Windows: messages of error codes, file handles, and files that delete themselves
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// Returns the message for a result of GetLastError(), where possible the same message as on other systems.
std::string windows_error_message(unsigned long windows_error);
std::string last_windows_error_message();

/// Returns the Windows HANDLE of `file`.
void* handle_of(const File& file);
/// Opens a new file that the system removes as soon as all processes have closed it or ended.
File create_self_deleting_file();

} // namespace base
