#include "programs/slow/shim.hpp"

#include "programs/slow/slowing.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
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

// Shared memory with the settings of the lag. Set before main() and never changed; null in a program without lag.
sim::GamePage* game_page = nullptr;
// The program's name when the shim was loaded, shortened if it is longer.
std::array<char, 28> loaded_name{};
std::atomic<SlowedProcess*> slowed_process{nullptr};
// Never destroyed: threads may present until the process ends.
alignas(SlowedProcess) std::byte process_storage[sizeof(SlowedProcess)]; // NOLINT
std::atomic<bool> owner_ended{false};
std::atomic<std::uint32_t> counted_calls{0};
pthread_mutex_t creation_mutex = PTHREAD_MUTEX_INITIALIZER;
thread_local int call_depth    = 0;

// Runs in a forked child process, which has only one thread. The child has its own process ID and frame count, so its
// next presenting call creates a new SlowedProcess.
void reset_in_forked_child()
{
    slowed_process = nullptr;
    creation_mutex = PTHREAD_MUTEX_INITIALIZER;
}

// Maps the shared memory. After any error, the program runs without lag.
__attribute__((constructor)) void open_game_page()
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
    game_page = sim::page_in({static_cast<std::byte*>(mapped), static_cast<std::size_t>(status.st_size)});
    if (game_page == nullptr) return;
    std::strncpy(loaded_name.data(), program_invocation_short_name, loaded_name.size() - 1);
    ++game_page->loaded;
    pthread_atfork(nullptr, nullptr, reset_in_forked_child);
}

// Wine moves the arguments in memory, so that the C library's pointer to the program's name points to any part of them.
// It gives the process the name of the program of Windows.
const char* program_name()
{
    if (std::strncmp(loaded_name.data(), program_invocation_short_name, loaded_name.size() - 1) == 0)
        return program_invocation_short_name;
    const int file = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return loaded_name.data();
    const ssize_t size = read(file, loaded_name.data(), loaded_name.size() - 1);
    close(file);
    if (size > 1) loaded_name.at(static_cast<std::size_t>(size) - 1) = '\0'; // at the end of the line
    return loaded_name.data();
}

SlowedProcess& this_process()
{
    if (SlowedProcess* const existing = slowed_process.load(std::memory_order_acquire)) return *existing;
    pthread_mutex_lock(&creation_mutex);
    if (slowed_process == nullptr)
        slowed_process = new (static_cast<void*>(process_storage)) SlowedProcess{*game_page, getpid(), program_name()};
    pthread_mutex_unlock(&creation_mutex);
    return *slowed_process;
}

// True if this process gets lag. Every 64th call checks whether the program that created the shared memory still runs.
bool is_slowed()
{
    if (game_page == nullptr || owner_ended) return false;
    if (++counted_calls % 64 == 0 && kill(game_page->owner, 0) != 0 && errno == ESRCH) owner_ended = true;
    return !owner_ended;
}

} // namespace

PresentCallScope::PresentCallScope(std::size_t call, std::uint64_t window)
    : call_{call}
    , window_{window}
    , gets_lag_{call_depth == 0 && is_slowed() && !this_process().is_part_of_last_frame(call, window)}
{
    ++call_depth;
}

PresentCallScope::~PresentCallScope()
{
    const int error = errno;
    if (gets_lag_) this_process().add_lag_and_record(call_, window_);
    --call_depth;
    errno = error;
}

} // namespace slow
