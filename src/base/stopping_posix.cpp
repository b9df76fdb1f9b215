#include "base/stopping.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

#include <unistd.h>

namespace base
{

namespace
{

using Action = struct sigaction;

constexpr std::array ending{SIGHUP,    SIGINT,  SIGQUIT, SIGPIPE, SIGTERM, SIGALRM,
                            SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2};

// Paths of the temporary files that a signal removes; null entries are free. Lock-free atomics are safe in signal
// handlers and in all threads.
std::array<std::atomic<const char*>, 32> temporaries{};
static_assert(std::atomic<const char*>::is_always_lock_free);

std::atomic<bool> finishes{false};
std::atomic<int> stopped{0};

// Removes the temporary files, then ends the program as if the signal had no handler.
[[noreturn]] void end_by(int signal)
{
    for (auto& path : temporaries)
        if (const char* const name = path.exchange(nullptr)) unlink(name);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, signal);
    std::signal(signal, SIG_DFL);
    raise(signal);
    // The system blocks a signal while its handler runs. Unblocked, the signal ends the program now.
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    _exit(128 + signal);
}

extern "C" void stop(int signal)
{
    int none           = 0;
    const bool first   = stopped.compare_exchange_strong(none, signal);
    const bool by_hand = signal == SIGINT || signal == SIGQUIT;
    // Closing a terminal sends several signals. Therefore only a second Ctrl+C ends the program at once.
    if (!finishes || (!first && by_hand)) end_by(signal);
}

} // namespace

void clean_up_when_stopped()
{
    Action now{};
    now.sa_handler = stop;
    now.sa_flags   = SA_RESTART;
    for (const int signal : ending)
    {
        Action before{};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN || signal == SIGPIPE) sigaction(signal, &now, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

void finish_when_stopped() { finishes = true; }

int stopped_by() { return stopped; }

bool stopped_by_broken_pipe() { return stopped == SIGPIPE; }

void end_as_stopped() { end_by(stopped); }

int remove_when_stopped(const std::filesystem::path& path)
{
    for (std::size_t i = 0; i < temporaries.size(); ++i)
        if (const char* free = nullptr; temporaries[i].compare_exchange_strong(free, path.c_str()))
            return static_cast<int>(i);
    return -1;
}

void unregister_temporary(int slot)
{
    if (slot >= 0) temporaries[static_cast<std::size_t>(slot)] = nullptr;
}

} // namespace base
