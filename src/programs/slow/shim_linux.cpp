#include "programs/slow/shim.hpp"

#include "programs/slow/slowed_process.hpp"

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

using ProgramName = decltype(sim::PresentingProcess::name);

// Memory shared with the program that slows this game down; null if none. Set before main(), then constant.
sim::SharedGameMemory* shared_memory = nullptr;
ProgramName name_before_main{};
std::atomic<SlowedProcess*> slowed_process{nullptr};
// The object in this storage is never destroyed, because threads may present until the process ends.
alignas(SlowedProcess) std::byte slowed_process_storage[sizeof(SlowedProcess)]; // NOLINT
std::atomic<bool> has_slowing_program_ended{false};
std::atomic<std::uint32_t> outermost_call_count{0};
pthread_mutex_t creation_mutex = PTHREAD_MUTEX_INITIALIZER;
thread_local int presenting_call_depth = 0;

void reset_in_forked_child()
{
    slowed_process = nullptr;
    creation_mutex = PTHREAD_MUTEX_INITIALIZER; // a thread that held the mutex does not exist in the child
}

// Runs before main().
__attribute__((constructor)) void connect_to_slowing_program()
{
    const char* const path = std::getenv("TIMESTEP_SLOW_PAGE");
    const int file_descriptor = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file_descriptor < 0) return;
    struct stat file_status
    {
    };
    void* mapped_memory = MAP_FAILED;
    if (fstat(file_descriptor, &file_status) == 0 && file_status.st_size > 0)
        mapped_memory = mmap(nullptr, static_cast<std::size_t>(file_status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED,
                             file_descriptor, 0);
    close(file_descriptor);
    if (mapped_memory == MAP_FAILED) return;
    shared_memory = sim::as_shared_game_memory(
        {static_cast<std::byte*>(mapped_memory), static_cast<std::size_t>(file_status.st_size)});
    if (shared_memory == nullptr) return;
    std::strncpy(name_before_main.data(), program_invocation_short_name, name_before_main.size() - 1);
    pthread_atfork(nullptr, nullptr, reset_in_forked_child);
}

// Wine makes program_invocation_short_name invalid. In this case, reads the name from /proc/self/comm.
ProgramName read_program_name()
{
    ProgramName name = name_before_main;
    if (std::strncmp(name.data(), program_invocation_short_name, name.size() - 1) == 0) return name;
    const int file_descriptor = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    if (file_descriptor < 0) return name;
    const ssize_t read_byte_count = read(file_descriptor, name.data(), name.size() - 1);
    close(file_descriptor);
    if (read_byte_count > 1) name.at(static_cast<std::size_t>(read_byte_count) - 1) = '\0'; // replaces the line break
    return name;
}

SlowedProcess& obtain_slowed_process()
{
    if (SlowedProcess* const existing = slowed_process.load(std::memory_order_acquire)) return *existing;
    pthread_mutex_lock(&creation_mutex);
    if (slowed_process == nullptr)
        slowed_process = new (static_cast<void*>(slowed_process_storage))
            SlowedProcess{*shared_memory, getpid(), read_program_name().data()};
    pthread_mutex_unlock(&creation_mutex);
    return *slowed_process;
}

} // namespace

ScopedPresentLag::ScopedPresentLag(std::size_t presenting_call_index, std::uint64_t window_handle)
    : presenting_call_index_{presenting_call_index}
    , window_handle_{window_handle}
{
    const bool is_nested = presenting_call_depth > 0;
    ++presenting_call_depth;
    if (is_nested || shared_memory == nullptr || has_slowing_program_ended) return;
    constexpr std::uint32_t checking_interval = 64; // calls
    if (++outermost_call_count % checking_interval == 0 && kill(shared_memory->slowing_pid, 0) != 0 && errno == ESRCH)
        has_slowing_program_ended = true;
    if (has_slowing_program_ended) return;
    ends_frame_ = !obtain_slowed_process().is_partial_update(presenting_call_index, window_handle);
}

ScopedPresentLag::~ScopedPresentLag()
{
    const int saved_errno = errno;
    if (ends_frame_) obtain_slowed_process().end_frame(presenting_call_index_, window_handle_);
    --presenting_call_depth;
    errno = saved_errno;
}

} // namespace slow
