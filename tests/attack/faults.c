// tests/attack/faults.c -- a preloaded library that makes files and clocks fail on purpose
//
// The environment variable FAULT names the fault: "short" (each write writes half), "interrupted" (each write and read is interrupted
// once), "full:N" (the disk is full from the N-th byte on), "close" (closing a file reports a full disk), "sync" (fsync fails), "rename"
// (renaming fails), "clock" (the realtime clock jumps by a day at each reading), "suspend" (the monotonic clock jumps by eight hours, as
// after a suspend on some systems), "nap" (each sleep is interrupted once, half-way), "context" (OpenGL has lost its context after some
// frames). Each fault that was made adds a byte to the file FAULT_COUNT. Only regular files fail.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int is(const char* fault)
{
    const char* asked = getenv("FAULT");
    return asked != NULL && strncmp(asked, fault, strlen(fault)) == 0;
}

static void count(void)
{
    const char* path = getenv("FAULT_COUNT");
    if (path == NULL) return;
    const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0) return;
    syscall(SYS_write, file, "x", 1);
    syscall(SYS_close, file);
}

static int is_file(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static int fail(int error)
{
    count();
    errno = error;
    return -1;
}

// Returns 1 at every other call of a thread, so that each first try fails and its repetition succeeds.
static int interrupts(void)
{
    static __thread int again;
    again = !again;
    return again;
}

ssize_t write(int descriptor, const void* bytes, size_t size)
{
    static size_t written;
    if (is_file(descriptor))
    {
        if (is("interrupted") && interrupts()) return fail(EINTR);
        if (is("short") && size > 1) count(), size = size / 2;
        if (is("full:"))
        {
            const size_t room = strtoul(getenv("FAULT") + 5, NULL, 10);
            if (written >= room) return fail(ENOSPC);
            if (size > room - written) size = room - written;
            written += size;
        }
    }
    return syscall(SYS_write, descriptor, bytes, size);
}

ssize_t read(int descriptor, void* bytes, size_t size)
{
    if (is("interrupted") && is_file(descriptor) && interrupts()) return fail(EINTR);
    return syscall(SYS_read, descriptor, bytes, size);
}

int close(int descriptor)
{
    const int full = is("close") && is_file(descriptor) && (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
    const int done = (int)syscall(SYS_close, descriptor);
    return full ? fail(ENOSPC) : done;
}

int fsync(int descriptor)
{
    if (is("sync") && is_file(descriptor)) return fail(EIO);
    return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) { return fsync(descriptor); }

int rename(const char* from, const char* to)
{
    if (is("rename")) return fail(EIO);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int nanosleep(const struct timespec* wanted, struct timespec* left)
{
    if (!is("nap") || left == NULL || !interrupts()) return (int)syscall(SYS_nanosleep, wanted, left);
    const struct timespec half = {wanted->tv_sec / 2, wanted->tv_nsec / 2};
    syscall(SYS_nanosleep, &half, NULL);
    *left = (struct timespec){wanted->tv_sec - half.tv_sec, wanted->tv_nsec - half.tv_nsec};
    return fail(EINTR);
}

static unsigned lost_context(void)
{
    static int looks;
    if (++looks < 20) return 0;
    count();
    return 0x0507; // GL_CONTEXT_LOST
}

void* SDL_GL_GetProcAddress(const char* name)
{
    void* (*real)(const char*) = (void* (*)(const char*))dlsym(RTLD_NEXT, "SDL_GL_GetProcAddress");
    return is("context") && strcmp(name, "glGetError") == 0 ? (void*)lost_context : real(name);
}

int clock_gettime(clockid_t clock, struct timespec* now)
{
    static int looks, ticks;
    const int done = (int)syscall(SYS_clock_gettime, clock, now);
    if (done == 0 && clock == CLOCK_REALTIME && is("clock"))
    {
        count();
        now->tv_sec += (looks++ % 2 == 0 ? 1 : -1) * 86400;
    }
    if (done == 0 && clock == CLOCK_MONOTONIC && is("suspend") && ++ticks > 500)
    {
        if (ticks == 501) count();
        now->tv_sec += 8 * 3600;
    }
    return done;
}
