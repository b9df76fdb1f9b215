#include "base/value_waiting.hpp"

#include <windows.h>

namespace base
{

// std::atomic<T>::wait of libstdc++ 12 is not used: without futexes it checks the value before it locks its mutex, so
// that a thread can miss its wake-up and sleep for ever (bits/atomic_wait.h, __waiter_pool::_M_do_wait).

static_assert(sizeof(std::atomic<unsigned>) == sizeof(unsigned)); // WaitOnAddress compares the bytes of the object

void wait_until_changed(const std::atomic<unsigned>& value, unsigned old)
{
    while (value.load(std::memory_order_acquire) == old)
        WaitOnAddress(const_cast<std::atomic<unsigned>*>(&value), &old, sizeof old, INFINITE);
}

void wake_waiting(std::atomic<unsigned>& value) { WakeByAddressAll(&value); }

} // namespace base
