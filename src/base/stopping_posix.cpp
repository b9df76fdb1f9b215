#include "base/stopping.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <ctime>

#include <sys/time.h>
#include <unistd.h>

namespace base
{

namespace
{

using SignalAction = struct sigaction;

constexpr std::array stop_signals{SIGHUP,    SIGINT,  SIGQUIT, SIGPIPE, SIGTERM, SIGALRM,
                                  SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2};

// Paths of files that a signal handler removes; null in a free slot. A handler may use only lock-free atomics.
std::array<std::atomic<const char*>, 64> registered_temporary_paths{};
static_assert(std::atomic<const char*>::is_always_lock_free);

std::atomic<int> deferred_request_count{0};
std::atomic<int> request_count{0};
std::atomic<int> first_stop_signal{0};
std::atomic<bool> has_deadline{false}, is_deadline_over{false}, has_repeated_sigterm{false};
std::atomic<int> delay_count{0}; // number of StopDelay objects
std::atomic<std::time_t> first_signal_time_s{0};

std::time_t monotonic_time_s()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

// Raises SIGALRM after 0.8 s, so that the program has ended within a second. A handler may call setitimer(): it is only
// a system call.
void start_deadline()
{
    const itimerval deadline{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = 800'000}};
    setitimer(ITIMER_REAL, &deadline, nullptr);
}

[[noreturn]] void end_by_signal(int signal)
{
    for (auto& slot : registered_temporary_paths)
        if (const char* const path = slot.exchange(nullptr)) unlink(path);
    sigset_t unblocked_signals;
    sigemptyset(&unblocked_signals);
    sigaddset(&unblocked_signals, signal);
    std::signal(signal, SIG_DFL);
    raise(signal);
    // The system blocks a signal while its handler runs, so the raised signal takes effect only after this call.
    pthread_sigmask(SIG_UNBLOCK, &unblocked_signals, nullptr);
    _exit(128 + signal);
}

extern "C" void handle_signal(int signal)
{
    int expected_signal = 0;
    const bool is_first = first_stop_signal.compare_exchange_strong(expected_signal, signal);
    const bool is_from_keyboard = signal == SIGINT || signal == SIGQUIT;
    // A closed terminal sends several signals, so of the later signals only those from the keyboard are stop requests.
    if (is_first || is_from_keyboard) ++request_count;
    if (request_count > deferred_request_count) end_by_signal(signal);
    if (!has_deadline) return;
    if (!is_first && signal == SIGALRM) // from start_deadline()
    {
        is_deadline_over = true;
        if (delay_count == 0 || has_repeated_sigterm) end_by_signal(first_stop_signal);
    }
    if (is_first) first_signal_time_s = monotonic_time_s();
    // timeout(1) sends the signal twice at the same time.
    const bool is_repeated = !is_first && signal == SIGTERM && monotonic_time_s() > first_signal_time_s + 1;
    if (is_repeated) has_repeated_sigterm = true;
    if (is_first || is_repeated) start_deadline();
}

} // namespace

void install_stop_handlers()
{
    SignalAction new_action{};
    new_action.sa_handler = handle_signal;
    new_action.sa_flags = SA_RESTART;
    for (const int signal : stop_signals)
    {
        SignalAction old_action{};
        sigaction(signal, nullptr, &old_action);
        if (old_action.sa_handler != SIG_IGN || signal == SIGPIPE) sigaction(signal, &new_action, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN); // a write beyond the file-size limit then only returns an error
}

void defer_stop_requests(int count) { deferred_request_count = count; }

void defer_stop_briefly()
{
    has_deadline = true;
    deferred_request_count = 1;
}

void restart_stop_deadline()
{
    is_deadline_over = false;
    if (has_deadline && first_stop_signal != 0) start_deadline();
}

StopDelay::StopDelay() { ++delay_count; }

StopDelay::~StopDelay()
{
    --delay_count;
    if (is_deadline_over) restart_stop_deadline();
}

int stop_request_count() { return request_count; }

int received_stop_signal() { return first_stop_signal; }

bool has_received_sigpipe() { return first_stop_signal == SIGPIPE; }

void exit_by_signal() { end_by_signal(first_stop_signal); }

int register_temporary_file(const std::filesystem::path& path)
{
    for (std::size_t i = 0; i < registered_temporary_paths.size(); ++i)
        if (const char* free_slot = nullptr;
            registered_temporary_paths[i].compare_exchange_strong(free_slot, path.c_str()))
            return static_cast<int>(i);
    return -1;
}

void unregister_temporary_file(int slot)
{
    if (slot >= 0) registered_temporary_paths[static_cast<std::size_t>(slot)] = nullptr;
}

} // namespace base
