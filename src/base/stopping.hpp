// base/stopping.hpp -- signals that end the program: removes temporary files first, and lets the program save its data
#pragma once

#include <filesystem>

namespace base
{

/// Installs signal handlers: a signal that ends the program first removes the program's temporary files. Signals that
/// the parent process ignores stay ignored, except SIGPIPE, which ends the program when the reader of its output has
/// ended. A write beyond the file-size limit returns an error and raises no signal.
void install_signal_handlers();

/// After this call, the first signal that would end the program only sets received_stop_signal(). The program must
/// check received_stop_signal() regularly, save its data and end. A second Ctrl+C ends the program immediately.
void defer_first_stop_signal();
/// The number of the first signal that asked the program to end; 0 if there was none.
int received_stop_signal();
/// True if received_stop_signal() is SIGPIPE: the reader of this program's output has ended. Always false on Windows.
bool is_stopped_by_broken_pipe();
/// Ends the program with the exit status that it would have if the signal received_stop_signal() had ended it.
[[noreturn]] void end_by_stop_signal();

/// Registers `path` as temporary: a signal that ends the program removes this file. Returns the slot number for
/// unregister_temporary(); the object `path` must exist unchanged until that call. Returns -1 without an effect if 32
/// files are registered.
int register_temporary(const std::filesystem::path& path);
void unregister_temporary(int slot);

} // namespace base
