// base/window_closing.hpp -- asks other programs to close their windows (X11)
#pragma once

#include <span>
#include <string>

namespace base
{

/// Asks the processes' X11 windows to close, and returns their number. An empty name is this process's display.
int ask_windows_to_close(std::span<const int> pids, const std::string& x11_display_name);

} // namespace base
