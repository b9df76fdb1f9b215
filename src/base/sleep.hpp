// base/sleep.hpp -- giving the core away for a while
#pragma once

#include "timestep/time.hpp"

namespace base
{

/// Gives the core away for at least `duration`; returns at once when it is not positive. How late it returns is up to
/// the system: some 65 us to 1 ms on Linux.
void sleep_for(timestep::Nanos duration);

} // namespace base
