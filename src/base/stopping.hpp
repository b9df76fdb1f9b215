// base/stopping.hpp -- on a signal that ends the program: removes temporary files, optionally saves data first
#pragma once

#include <filesystem>

namespace base
{

/// Installs signal handlers: a signal that ends the program first removes the program's temporary files. Signals that
/// the parent process ignores stay ignored, except SIGPIPE: the program ends when the reader of its output has ended.
/// Writing beyond the file-size limit returns an error, as for a full disk, instead of a signal.
void clean_up_when_stopped();

/// After this call the first signal that would end the program only sets stopped_by(). The program then saves its data
/// and ends. A second Ctrl+C ends the program at once.
void finish_when_stopped();
/// Returns the number of the first signal that requested the end of the program, or 0.
int stopped_by();
/// Returns whether the signal stopped_by() is SIGPIPE: the reader of a pipe has ended. Always false on systems that
/// report this as a write error.
bool stopped_by_broken_pipe();
/// Ends the program with the exit status of the signal stopped_by().
[[noreturn]] void end_as_stopped();

/// Registers the file `path`: a signal that ends the program removes it. forget() with the returned number cancels the
/// registration; until then `path` must exist unchanged. Returns -1, and the file is not removed, if 32 files are
/// registered already.
int remove_when_stopped(const std::filesystem::path& path);
void forget(int slot);

} // namespace base
