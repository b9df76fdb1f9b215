// base/stopping.hpp -- removes temporary files when a signal ends the program, and lets the program save its data first
#pragma once

#include <filesystem>

namespace base
{

/// Makes each signal that ends this program remove the program's temporary files first.
void install_stop_handlers();

/// Afterwards the first `count` stop requests only set received_stop_signal(), and the program must end itself. The
/// next one ends it at once.
void defer_stop_requests(int count);
/// Defers the first stop request for at most one second, or while a StopDelay exists; not even then after a second
/// SIGTERM. A second Ctrl+C ends the program at once.
void defer_stop_briefly();
/// After a stop request, lets the program run for another second.
void restart_stop_deadline();
/// While an object exists, the program saves its files and is not ended by the deadline of a stop request.
class StopDelay
{
public:
    StopDelay();
    ~StopDelay(); ///< restarts the deadline if it is over
    StopDelay(const StopDelay&) = delete;
    StopDelay& operator=(const StopDelay&) = delete;
};
/// Number of stop requests: the first stop signal, and each later Ctrl+C.
int stop_request_count();
/// The number of the signal that asked the program to end; 0 if none did.
int received_stop_signal();
/// True if a reader of this program's output has ended before another stop signal came. Always false on Windows.
bool has_received_sigpipe();
/// Ends the program with the same exit status as if the received signal had ended it (see received_stop_signal()).
[[noreturn]] void exit_by_signal();

/// `path` must stay unchanged until unregister_temporary_file(). Returns a slot, or -1 if all 32 slots are in use.
int register_temporary_file(const std::filesystem::path& path);
/// `slot` is a result of register_temporary_file(). If it is -1, the function does nothing.
void unregister_temporary_file(int slot);

} // namespace base
