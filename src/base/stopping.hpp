// base/stopping.hpp -- signals that end the program: removes temporary files first, and lets the program save its data
#pragma once

#include <filesystem>

namespace base
{

/// Installs signal handlers: a signal that ends the program first removes the program's temporary files. Signals that
/// the parent process ignores stay ignored, except SIGPIPE, which ends the program when the reader of its output has
/// ended. A write beyond the file-size limit returns an error and raises no signal.
void clean_up_when_stopped();

/// After this call, the first signal that would end the program only sets stopped_by(). The program must check
/// stopped_by() regularly, save its data and end. A second Ctrl+C ends the program immediately.
void finish_when_stopped();
/// The number of the first signal that asked the program to end; 0 if there was none.
int stopped_by();
/// True if stopped_by() is SIGPIPE: the reader of this program's output has ended. Always false on Windows.
bool stopped_by_broken_pipe();
/// Ends the program with the exit status that it would have if the signal stopped_by() had ended it.
[[noreturn]] void end_as_stopped();

/// Registers `path` as temporary: a signal that ends the program removes this file. Returns the slot number for
/// unregister_temporary(); the object `path` must exist unchanged until that call. Returns -1 without an effect if 32
/// files are registered.
int remove_when_stopped(const std::filesystem::path& path);
void unregister_temporary(int slot);

} // namespace base
