// base/linux_calls_posix.hpp -- replacements on macOS for Linux functions
#pragma once

#ifdef __APPLE__

#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

constexpr int PR_SET_CHILD_SUBREAPER = 0;
inline int prctl(int, int) { return 0; } // on macOS, this process adopts no orphans

#define program_invocation_short_name getprogname()

extern char** environ;

constexpr unsigned MFD_CLOEXEC = 0;
constexpr int SOCK_CLOEXEC = 0; // child processes inherit the socket, which exists only during one call

/// Creates a temporary file without a path. Ignores the arguments. Child processes do not inherit the descriptor.
inline int memfd_create(const char*, unsigned)
{
    char path[] = "/tmp/timestep-XXXXXX";
    const int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0) unlink(path);
    return descriptor;
}

/// Creates a pipe. Ignores the flags, and always sets O_CLOEXEC.
inline int pipe2(int* ends, int)
{
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

/// Supports only a timeout of zero. Removes a pending signal of `set` and returns its number; -1 if none is pending.
inline int sigtimedwait(const sigset_t* set, void*, const timespec*)
{
    sigset_t pending{};
    sigpending(&pending);
    for (int signal = 1; signal < NSIG; ++signal)
        if (sigismember(set, signal) == 1 && sigismember(&pending, signal) == 1)
            return sigwait(set, &signal) == 0 ? signal : -1;
    return -1;
}

#elif defined(__linux__)

#include <sys/prctl.h>

#endif
