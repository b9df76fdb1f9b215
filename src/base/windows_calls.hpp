// base/windows_calls.hpp -- what several sources for Windows share: error messages, handles, and files without a name
#pragma once

#include "base/system_files.hpp"

#include <cstddef>
#include <string>

namespace base
{

/// The message for `error`, a number from GetLastError(). If the C library has a message for the same error, that one,
/// because it is the same on all systems.
std::string windows_error(unsigned long error);
std::string last_windows_error();

/// A HANDLE.
void* handle_of(const File& file);
/// A temporary file, which is removed as soon as all processes have closed it or ended.
File unnamed_file();
/// The first bytes of `file`, at most `most`. Text that is written to the file later is still added at its end.
std::string beginning_of(const File& file, std::size_t most);

} // namespace base
