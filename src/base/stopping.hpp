// base/stopping.hpp -- removes temporary files when a signal ends the program, and lets the program save its data first
#pragma once

#include <filesystem>

namespace base
{

/// Makes each signal that ends this program first remove the program's temporary files. A signal that the parent
/// process has set to be ignored stays ignored, except SIGPIPE, the signal for a write to a closed pipe. A write beyond
/// the file-size limit returns an error and raises no signal.
void make_stop_signals_remove_files_and_exit();

/// After this call, the first signal that would end the program only sets received_stop_signal(). The program must
/// check it regularly, save its data and end. A second Ctrl+C ends the program immediately.
void make_handlers_defer_first_stop_signal();
/// The number of the signal that asked the program to end; 0 if none did.
int received_stop_signal();
/// True if the reader of this program's output has ended (SIGPIPE). Always false on Windows.
bool is_output_pipe_broken();
/// Ends the program with the same exit status as if the received signal had ended it (see received_stop_signal()).
[[noreturn]] void remove_temporary_files_and_exit_by_signal();

/// Registers the file `path`, which a signal that ends the program then removes. Returns a slot number; the object
/// `path` must not change before unregister_temporary_file(). Returns -1 and does nothing if 32 files are registered.
int register_temporary_file_by_reference(const std::filesystem::path& path);
/// `slot` is a result of register_temporary_file_by_reference(). If it is -1, the function does nothing.
void unregister_temporary_file(int slot);

} // namespace base
