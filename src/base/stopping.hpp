// base/stopping.hpp -- when a signal ends the program: removes temporary files, and can save data first
#pragma once

#include <filesystem>

namespace base
{

/// Installs signal handlers: a signal that ends the program first removes the program's temporary files. Signals that
/// the parent process ignores stay ignored, except SIGPIPE: the program ends when the reader of its output has ended. A
/// write beyond the file-size limit returns an error, like a write to a full disk, and causes no signal.
void clean_up_when_stopped();

/// After this call, the first signal that would end the program does not end it; stopped_by() then returns its number.
/// The program must check stopped_by() regularly, save its data and end. A second Ctrl+C ends the program at once.
void finish_when_stopped();
/// The number of the first signal that asked the program to end; 0 if there was none.
int stopped_by();
/// True if the signal stopped_by() is SIGPIPE: the reader of this program's output has ended. Always false on systems
/// that report this as a write error.
bool stopped_by_broken_pipe();
/// Ends the program with the exit status that it would have if the signal stopped_by() had ended it.
[[noreturn]] void end_as_stopped();

/// Registers the file `path` as temporary: a signal that ends the program removes it. Returns a number;
/// unregister_temporary() with this number cancels the registration. Until then the object `path` must exist unchanged.
/// If 32 files are registered already, returns -1 and the file is not removed.
int remove_when_stopped(const std::filesystem::path& path);
void unregister_temporary(int slot);

} // namespace base
