// base/window_closing.hpp -- asks the windows of other programs to close, as a click on their close button does
#pragma once

#include <span>
#include <string>

namespace base
{

/// Asks each window that belongs to one of `processes` to close. Returns the number of these windows. Returns 0 if the
/// system does not say which windows a process has, as under Wayland. `display` is the X11 display of the windows, such
/// as ":1"; if it is empty, the display of this program is used.
int ask_windows_to_close(std::span<const int> processes, const std::string& display);

} // namespace base
