// base/sleep.hpp -- suspends a thread for a duration, or until another thread changes a value
#pragma once

#include "timestep/time.hpp"

#include <atomic>

namespace base
{

/// Sleeps at least `duration`. The overshoot on Linux is typically 65 us to 1 ms. On Windows the sleep ends at a system
/// timer tick: every 0.5 ms from Windows 10 version 1803 on, every 1 ms before.
void sleep_for(timestep::Nanos duration);

/// Sleeps while `value` equals `old_value`. After changing `value`, another thread must call
/// wake_sleeping_threads_in_process().
void sleep_until_changed(const std::atomic<unsigned>& value, unsigned old_value);
/// Wakes all threads that wait in sleep_until_changed() for `value`.
void wake_sleeping_threads_in_process(std::atomic<unsigned>& value);

} // namespace base
