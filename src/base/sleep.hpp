// base/sleep.hpp -- suspends a thread for a duration, or until another thread changes a value
#pragma once

#include "timestep/time.hpp"

#include <atomic>

namespace base
{

/// Sleeps at least `duration`. The overshoot is typically 65 us to 1 ms on Linux, and up to 1 ms on Windows.
void sleep_for(timestep::Nanos duration);

/// Sleeps while `value` is `old_value`. A thread that changes `value` must call wake_sleeping_threads().
void sleep_until_changed(const std::atomic<unsigned>& value, unsigned old_value);
/// Wakes all threads that wait in sleep_until_changed() for `changed_value`.
void wake_sleeping_threads(const std::atomic<unsigned>& changed_value);

} // namespace base
