#include "base/stopping.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

#include <windows.h>

namespace base
{

namespace
{

// Paths of the temporary files that are removed when the program is stopped; null entries are free.
std::array<std::atomic<const wchar_t*>, 32> temporaries{};

std::atomic<bool> finishes{false};
std::atomic<int> stopped{0};

// Removes the temporary files, then ends the program with the exit code that Windows gives to a program that Ctrl+C has
// ended.
[[noreturn]] void end()
{
    for (auto& path : temporaries)
        if (const wchar_t* const name = path.exchange(nullptr)) DeleteFileW(name);
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(STATUS_CONTROL_C_EXIT));
    while (true) Sleep(INFINITE);
}

int signal_of(DWORD event)
{
    if (event == CTRL_C_EVENT) return SIGINT;
    return event == CTRL_BREAK_EVENT ? SIGBREAK : SIGTERM;
}

// Windows calls this function when the program must stop (`event`: Ctrl+C, Ctrl+Break, closed console, log-off), in a
// thread of its own, while the program's other threads go on.
BOOL WINAPI stop(DWORD event)
{
    int none           = 0;
    const bool first   = stopped.compare_exchange_strong(none, signal_of(event));
    const bool by_hand = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    if (!finishes || (!first && by_hand)) end();
    // For events other than Ctrl+C and Ctrl+Break (the console is closed, the user logs off) Windows ends the program
    // when this function returns, or after 5 s. By then, the program has saved its data and ended.
    if (!by_hand) Sleep(INFINITE);
    return TRUE;
}

} // namespace

void clean_up_when_stopped() { SetConsoleCtrlHandler(stop, TRUE); }

void finish_when_stopped() { finishes = true; }

int stopped_by() { return stopped; }

bool stopped_by_broken_pipe() { return false; }

void end_as_stopped() { end(); }

int remove_when_stopped(const std::filesystem::path& path)
{
    for (std::size_t i = 0; i < temporaries.size(); ++i)
        if (const wchar_t* free = nullptr; temporaries[i].compare_exchange_strong(free, path.c_str()))
            return static_cast<int>(i);
    return -1;
}

void unregister_temporary(int slot)
{
    if (slot >= 0) temporaries[static_cast<std::size_t>(slot)] = nullptr;
}

} // namespace base
