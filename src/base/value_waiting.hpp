// base/value_waiting.hpp -- lets a thread sleep until another thread changes a value
#pragma once

#include <atomic>

namespace base
{

/// Sleeps until `value` differs from `old`; returns at once if it differs already. The thread that changes the value
/// calls wake_waiting() afterwards.
void wait_until_changed(const std::atomic<unsigned>& value, unsigned old);
/// Wakes all threads that sleep in wait_until_changed() for `value`.
void wake_waiting(std::atomic<unsigned>& value);

} // namespace base
