// programs/demo/window/video.hpp -- finds a display or draws without one; handles a lost display and failing drivers
#pragma once

#include "base/console.hpp"

#include <functional>
#include <optional>

namespace demo
{

/// Starts SDL's video on a display. Returns false if there is none; SDL_GetError() tells the reason. On Unix it first
/// checks DISPLAY and WAYLAND_DISPLAY, because SDL could otherwise choose a driver that shows nothing. If the user has
/// set SDL_VIDEODRIVER, SDL uses that driver.
bool find_display();
/// Starts SDL's video without a display. Throws std::runtime_error with one line if SDL has no offscreen driver.
void go_offscreen();
constexpr const char* opengl_remedy = "install an OpenGL 3.3 driver (on Debian: libgl1-mesa-dri)";
/// Throws std::runtime_error with the line "WHAT (SDL_GetError()); REMEDY".
[[noreturn]] void fail_video(const char* what, const char* remedy);

/// Returns true if a window manager runs. Always true on displays other than X11.
bool has_window_manager();

/// Sets the function to call when the connection to the X server is lost; Xlib would otherwise end the program at once.
/// `save` is called once and must not use the display. Then the program prints one line and ends with exit code 2. Has
/// no effect on displays other than X11.
void when_display_is_lost(std::function<void()> save);

/// Captures the messages that graphics drivers write to the standard error while this object exists. If a driver ends
/// the program, as Xlib does when GLX fails, the program prints one line of its own and ends with exit code 2. The
/// destructor prints the captured messages, except while an exception is thrown.
class DriversAreQuiet
{
public:
    DriversAreQuiet();
    DriversAreQuiet(const DriversAreQuiet&) = delete;
    void operator=(const DriversAreQuiet&)  = delete;
    ~DriversAreQuiet();

private:
    std::optional<base::ErrorCapture> said_;
};

} // namespace demo
