#include "base/sleep.hpp"

#include <thread>

namespace base
{

void sleep_for(timestep::Nanos duration) { std::this_thread::sleep_for(duration); }

void sleep_until_changed(const std::atomic<unsigned>& value, unsigned old_value)
{
    value.wait(old_value, std::memory_order_acquire);
}

void wake_sleeping_threads(const std::atomic<unsigned>& changed_value)
{
    const_cast<std::atomic<unsigned>&>(changed_value).notify_all(); // does not change the value
}

} // namespace base
