// lab/replay/windowless.hpp -- runs the demo without its window, frame by frame
#pragma once

#include "lab/stage/lab.hpp"

#include <functional>

namespace lab
{

/// Runs frames, and the commands of the drive file (timed commands), until the PC's clock exceeds `length` or a command
/// quits. Calls `each` after every frame. Ignores all requests to the window except request::Quit. Throws
/// std::runtime_error if the clock does not advance.
void run_for(Lab& lab, timestep::Nanos length, const std::function<void()>& each = {});

} // namespace lab
