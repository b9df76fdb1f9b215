// base/stopping.hpp -- what a program does when a signal stops it: it removes its temporary files, and may finish first
#pragma once

#include <filesystem>

namespace base
{

/// From now on a signal that ends the program first removes its temporary files. Signals that the parent process
/// ignores stay ignored, except for SIGPIPE: the program ends when the reader of its output is gone. Writing beyond the
/// limit of a file's size becomes an error like a full disk.
void clean_up_when_stopped();

/// From now on such a signal only asks the program to save its data and to end. A second Ctrl+C ends it at once.
void finish_when_stopped();
/// The number of the signal that asked for it, or 0.
int stopped_by();
/// Whether that signal says that the reader of a pipe is gone; never where systems report this as an error of writing.
bool stopped_by_broken_pipe();
/// Ends the program as the signal of `stopped_by` would have.
[[noreturn]] void end_as_stopped();

/// The file `path` is removed when a signal ends the program, until `forget` is called with the returned number: -1
/// when there are too many, and then the file stays. `path` must live, unchanged, until then.
int remove_when_stopped(const std::filesystem::path& path);
void forget(int slot);

} // namespace base
