#include "base/sleep.hpp"

#include <windows.h>

#include <timeapi.h> // after windows.h, which it needs

namespace base
{

namespace
{

constexpr DWORD high_resolution_timer_flag = 2; // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, missing in older headers

// A timer with a high resolution from Windows 10 version 1803 on, and with ticks of 1 ms on older versions.
// Source: https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-createwaitabletimerexw
class WaitableTimer
{
public:
    WaitableTimer()
        : timer_{CreateWaitableTimerExW(nullptr, nullptr, high_resolution_timer_flag, TIMER_ALL_ACCESS)}
    {
        if (timer_ != nullptr) return;
        // The variable is static, because one call of timeBeginPeriod() is enough for the whole run of the program.
        [[maybe_unused]] static const MMRESULT time_period_result = timeBeginPeriod(1);
        timer_ = CreateWaitableTimerExW(nullptr, nullptr, 0, TIMER_ALL_ACCESS);
    }
    WaitableTimer(const WaitableTimer&) = delete;
    void operator=(const WaitableTimer&) = delete;
    ~WaitableTimer()
    {
        if (timer_ != nullptr) CloseHandle(timer_);
    }

    void wait(timestep::Nanos duration) const
    {
        // SetWaitableTimer() takes units of 100 ns. A negative value means a duration, a positive value means a date.
        constexpr long long unit_ns = 100;
        LARGE_INTEGER due_time{};
        due_time.QuadPart = -((duration.count() + unit_ns - 1) / unit_ns);
        if (timer_ != nullptr && SetWaitableTimer(timer_, &due_time, 0, nullptr, nullptr, FALSE) != 0)
            WaitForSingleObject(timer_, INFINITE);
        else
            Sleep(static_cast<DWORD>(duration.count() / 1'000'000 + 1));
    }

private:
    HANDLE timer_;
};

} // namespace

void sleep_for(timestep::Nanos duration)
{
    if (duration <= timestep::Nanos::zero()) return;
    thread_local const WaitableTimer timer;
    timer.wait(duration);
}

// The functions below avoid std::atomic<T>::wait, which can miss a wake-up in libstdc++ 12 (bits/atomic_wait.h).

static_assert(sizeof(std::atomic<unsigned>) == sizeof(unsigned)); // WaitOnAddress compares the object's bytes

void sleep_until_changed(const std::atomic<unsigned>& value, unsigned old_value)
{
    while (value.load(std::memory_order_acquire) == old_value)
        WaitOnAddress(const_cast<std::atomic<unsigned>*>(&value), &old_value, sizeof old_value, INFINITE);
}

void wake_sleeping_threads(const std::atomic<unsigned>& changed_value)
{
    WakeByAddressAll(const_cast<std::atomic<unsigned>*>(&changed_value));
}

} // namespace base
