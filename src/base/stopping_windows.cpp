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

// Paths of files to delete when the program is stopped; null in a free slot.
std::array<std::atomic<const wchar_t*>, 64> registered_temporary_paths{};

std::atomic<int> deferred_request_count{0};
std::atomic<int> request_count{0};
std::atomic<int> first_stop_signal{0};
std::atomic<bool> has_deadline{false};
std::atomic<int> delay_count{0}; // number of StopDelay objects
std::atomic<ULONGLONG> deadline_ms{0}; // by GetTickCount64()

// Removes the registered files and ends the program with the exit code of a program that Ctrl+C has ended.
[[noreturn]] void end_by_ctrl_c()
{
    for (auto& slot : registered_temporary_paths)
        if (const wchar_t* const path = slot.exchange(nullptr)) DeleteFileW(path);
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(STATUS_CONTROL_C_EXIT));
    while (true) Sleep(INFINITE);
}

int signal_of(DWORD console_event)
{
    if (console_event == CTRL_C_EVENT) return SIGINT;
    return console_event == CTRL_BREAK_EVENT ? SIGBREAK : SIGTERM;
}

// Windows calls this function on a new thread at Ctrl+C, Ctrl+Break, a closed console or a log-off (`console_event`).
BOOL WINAPI handle_console_event(DWORD console_event)
{
    int expected_signal = 0;
    const bool is_first = first_stop_signal.compare_exchange_strong(expected_signal, signal_of(console_event));
    const bool is_from_keyboard = console_event == CTRL_C_EVENT || console_event == CTRL_BREAK_EVENT;
    if (is_first || is_from_keyboard) ++request_count;
    if (request_count > deferred_request_count) end_by_ctrl_c();
    if (has_deadline && is_first)
    {
        for (restart_stop_deadline(); GetTickCount64() < deadline_ms || delay_count > 0;) Sleep(10);
        end_by_ctrl_c();
    }
    // After a closed console or a log-off, Windows ends the program when this handler returns, or after five seconds.
    if (!is_from_keyboard) Sleep(INFINITE);
    return TRUE;
}

} // namespace

void install_stop_handlers() { SetConsoleCtrlHandler(handle_console_event, TRUE); }

void defer_stop_requests(int count) { deferred_request_count = count; }

void defer_stop_briefly()
{
    has_deadline = true;
    deferred_request_count = 1;
}

void restart_stop_deadline() { deadline_ms = GetTickCount64() + 800; }

StopDelay::StopDelay() { ++delay_count; }

StopDelay::~StopDelay()
{
    restart_stop_deadline();
    --delay_count;
}

int stop_request_count() { return request_count; }

int received_stop_signal() { return first_stop_signal; }

bool has_received_sigpipe() { return false; }

void exit_by_signal() { end_by_ctrl_c(); }

int register_temporary_file(const std::filesystem::path& path)
{
    for (std::size_t i = 0; i < registered_temporary_paths.size(); ++i)
        if (const wchar_t* free_slot = nullptr;
            registered_temporary_paths[i].compare_exchange_strong(free_slot, path.c_str()))
            return static_cast<int>(i);
    return -1;
}

void unregister_temporary_file(int slot)
{
    if (slot >= 0) registered_temporary_paths[static_cast<std::size_t>(slot)] = nullptr;
}

} // namespace base
