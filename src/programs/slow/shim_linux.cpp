#include "programs/slow/shim.hpp"

#include "programs/slow/slowing.hpp"

#include <cerrno>
#include <cstdlib>
#include <new>

#include <csignal>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace slow
{

namespace
{

// Shared memory with the settings; set before main() and never changed; null in a program that is not slowed down.
sim::GamePage* page = nullptr;
std::atomic<SlowedProcess*> slowed{nullptr};
alignas(SlowedProcess)
    std::byte memory[sizeof(SlowedProcess)]; // NOLINT: never destroyed; threads may present until the process ends
std::atomic<bool> owner_ended{false};
std::atomic<std::uint32_t> pictures{0};
pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
thread_local int depth   = 0;

// In the child process, where only one thread exists. It has its own process number and counts its own pictures, so its
// next presenting call makes a new SlowedProcess.
void begin_again()
{
    slowed   = nullptr;
    starting = PTHREAD_MUTEX_INITIALIZER;
}

// On any error the program runs without lag.
__attribute__((constructor)) void attach()
{
    const char* const path = std::getenv("TIMESTEP_SLOW_PAGE");
    const int file         = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    struct stat status
    {
    };
    void* mapped = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size > 0)
        mapped = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) return;
    page = sim::page_in({static_cast<std::byte*>(mapped), static_cast<std::size_t>(status.st_size)});
    if (page == nullptr) return;
    ++page->loaded;
    pthread_atfork(nullptr, nullptr, begin_again);
}

SlowedProcess& this_process()
{
    if (SlowedProcess* const made = slowed.load(std::memory_order_acquire)) return *made;
    pthread_mutex_lock(&starting);
    if (slowed == nullptr)
        slowed = new (static_cast<void*>(memory)) SlowedProcess{*page, getpid(), program_invocation_short_name};
    pthread_mutex_unlock(&starting);
    return *slowed;
}

// Checks at every 64th picture whether the program that made the page still runs.
bool is_slowed()
{
    if (page == nullptr || owner_ended) return false;
    if (++pictures % 64 == 0 && kill(page->owner, 0) != 0 && errno == ESRCH) owner_ended = true;
    return !owner_ended;
}

} // namespace

PresentCallScope::PresentCallScope(std::size_t call, std::uint64_t window)
    : call_{call}
    , window_{window}
    , gets_lag_{depth == 0 && is_slowed() && !this_process().is_part_of_last_frame(call, window)}
{
    ++depth;
}

PresentCallScope::~PresentCallScope()
{
    const int error = errno;
    if (gets_lag_) this_process().add_lag_and_record(call_, window_);
    --depth;
    errno = error;
}

} // namespace slow
