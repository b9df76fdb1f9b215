// base/sleep.hpp -- sleeps, so that other threads can use the core
#pragma once

#include "timestep/time.hpp"

namespace base
{

/// Sleeps for at least `duration`; returns at once if `duration` is not positive. The system decides how late it
/// returns: 65 us to 1 ms late on Linux.
void sleep_for(timestep::Nanos duration);

} // namespace base
