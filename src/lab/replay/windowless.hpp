// lab/replay/windowless.hpp -- a laboratory without a window, run as the demo runs it
#pragma once

#include "lab/stage/lab.hpp"

#include <functional>

namespace lab
{

/// Follows the lab's drive file until its PC's clock has come so far, or the drive file quits; `each` is called after
/// every frame. What else is asked of the window is not done. Throws std::runtime_error when time stands still.
void run_for(Lab& lab, timestep::Nanos length, const std::function<void()>& each = {});

} // namespace lab
