// base/window_closing.hpp -- asks the windows of other programs to close, as a click on their close button does
#pragma once

#include <span>
#include <string>

namespace base
{

/// Sends a close event to each window that belongs to one of `processes`. Returns the number of windows; 0 if the
/// system cannot tell the windows of a process, as under Wayland. `display` is the X11 display, such as ":1"; empty for
/// the one of this program.
int ask_windows_to_close(std::span<const int> processes, const std::string& display);

} // namespace base
