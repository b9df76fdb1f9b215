// io/stopping.hpp -- what a program does when a signal stops it: it leaves no temporary file behind, and may finish
#pragma once

namespace io
{

/// From now on a signal that ends the program first removes its temporary files. Signals that whoever started it wants
/// to be ignored stay so, but for SIGPIPE: nothing is to be written to where nobody reads. Writing beyond the limit of
/// a file's size becomes an error like a full disk.
void clean_up_when_stopped();

/// From now on such a signal only asks the program to save what it has, and to end. A second Ctrl+C ends it at once.
void finish_when_stopped();
/// The signal that asked for it, or 0.
int stopped_by();
/// Ends the program as that signal would have.
[[noreturn]] void end_by(int signal);

/// While there is one, this thread may write to a pipe whose reader is gone: that is an error then, and no signal.
class BrokenPipesAreErrors
{
public:
    BrokenPipesAreErrors();
    BrokenPipesAreErrors(const BrokenPipesAreErrors&) = delete;
    void operator=(const BrokenPipesAreErrors&)       = delete;
    ~BrokenPipesAreErrors();
};

/// The file of that name is removed when a signal ends the program, until `forget` is called with what is returned:
/// -1 when there are too many, and then the file stays. `path` must live as long.
int remove_when_stopped(const char* path);
void forget(int slot);

} // namespace io
