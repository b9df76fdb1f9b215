// lab/replay/windowless.hpp -- runs a laboratory without a window in the same way as the demo runs it
#pragma once

#include "lab/stage/lab.hpp"

#include <functional>

namespace lab
{

/// Runs frames and follows the lab's drive file until the PC's clock exceeds `length` or the drive file quits. Calls
/// `each` after every frame. Ignores all other requests to the window. Throws std::runtime_error if the clock does not
/// advance.
void run_for(Lab& lab, timestep::Nanos length, const std::function<void()>& each = {});

} // namespace lab
