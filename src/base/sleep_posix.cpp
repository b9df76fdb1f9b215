#include "base/sleep.hpp"

#include <thread>

namespace base
{

void sleep_for(timestep::Nanos duration) { std::this_thread::sleep_for(duration); }

} // namespace base
