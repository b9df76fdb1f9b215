// tests/attack/faults.c -- preloaded into a program: what a disk and a kernel may do to its files, on purpose
//
// FAULT says what: "short" (half of each write), "interrupted" (each write and read is interrupted once), "full:N" (no
// room from the N-th byte on), "close" (the disk is full when the file is closed), "sync" (it cannot be brought to the
// disk), "rename", "clock" (the day's clock jumps by a day with every look). Each one that was done is a byte in the
// file FAULT_COUNT. Only regular files, but for the clock.
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

// Each first try.
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

int clock_gettime(clockid_t clock, struct timespec* now)
{
    static int looks;
    const int done = (int)syscall(SYS_clock_gettime, clock, now);
    if (done == 0 && clock == CLOCK_REALTIME && is("clock"))
    {
        count();
        now->tv_sec += (looks++ % 2 == 0 ? 1 : -1) * 86400;
    }
    return done;
}
