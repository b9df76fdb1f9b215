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

constexpr std::array ending_signals{SIGHUP,    SIGINT,  SIGQUIT, SIGPIPE, SIGTERM, SIGALRM,
                                    SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2};

// The files of register_temporary_file(); null in a free slot. Signal handlers may use lock-free atomics.
std::array<std::atomic<const char*>, 32> temporary_paths{};
static_assert(std::atomic<const char*>::is_always_lock_free);

std::atomic<bool> defers_first_signal{false};
std::atomic<int> stop_signal{0};

[[noreturn]] void clean_up_and_end_by(int signal)
{
    for (auto& path : temporary_paths)
        if (const char* const file = path.exchange(nullptr)) unlink(file);
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
    int no_signal         = 0;
    const bool is_first   = stop_signal.compare_exchange_strong(no_signal, signal);
    const bool is_by_user = signal == SIGINT || signal == SIGQUIT;
    // Closing a terminal sends several signals. So after a deferred signal, only Ctrl+C or Ctrl+\ ends the program.
    if (!defers_first_signal || (!is_first && is_by_user)) clean_up_and_end_by(signal);
}

} // namespace

void install_signal_handlers()
{
    Action new_action{};
    new_action.sa_handler = handle_signal;
    new_action.sa_flags   = SA_RESTART;
    for (const int signal : ending_signals)
    {
        Action old_action{};
        sigaction(signal, nullptr, &old_action);
        if (old_action.sa_handler != SIG_IGN || signal == SIGPIPE) sigaction(signal, &new_action, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

void defer_first_stop_signal() { defers_first_signal = true; }

int received_stop_signal() { return stop_signal; }

bool is_stopped_by_broken_pipe() { return stop_signal == SIGPIPE; }

void end_by_stop_signal() { clean_up_and_end_by(stop_signal); }

int register_temporary_file(const std::filesystem::path& path)
{
    for (std::size_t i = 0; i < temporary_paths.size(); ++i)
        if (const char* free_entry = nullptr; temporary_paths[i].compare_exchange_strong(free_entry, path.c_str()))
            return static_cast<int>(i);
    return -1;
}

void unregister_temporary_file(int slot)
{
    if (slot >= 0) temporary_paths[static_cast<std::size_t>(slot)] = nullptr;
}

} // namespace base
