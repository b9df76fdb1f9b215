// base/sleep.hpp -- sleeps, so that other threads can use the core
#pragma once

#include "timestep/time.hpp"

namespace base
{

/// Sleeps for at least `duration`; returns at once if `duration` is not positive. On Linux the sleep is typically 65 us
/// to 1 ms too long. On Windows it ends at a tick of the system: every 0.5 ms from Windows 10 version 1803 on, every
/// 1 ms before.
void sleep_for(timestep::Nanos duration);

} // namespace base
