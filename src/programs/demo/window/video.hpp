// programs/demo/window/video.hpp -- opens a display, or starts drawing without a display; handles a lost connection to
// the display, and drivers that fail
#pragma once

#include "base/console.hpp"

#include <functional>
#include <optional>

namespace demo
{

/// Starts SDL's video with a display. Returns false if there is no display; SDL_GetError() returns the reason. Where
/// SDL has X11 or Wayland, checks DISPLAY and WAYLAND_DISPLAY first, because SDL could otherwise choose a driver that
/// shows nothing. If the user has set SDL_VIDEODRIVER, SDL uses that driver.
bool start_display();
/// Starts SDL's video for a window that is not shown: with SDL's offscreen driver, which needs no display. SDL for
/// Windows does not have it; there SDL uses its usual driver, and the window must be hidden. Throws std::runtime_error
/// with one line of text if SDL cannot start.
void start_offscreen();
constexpr const char* opengl_remedy = "install an OpenGL 3.3 driver (on Debian: libgl1-mesa-dri)";
/// Throws std::runtime_error with the line "WHAT (SDL_GetError()); REMEDY".
[[noreturn]] void fail_video(const char* what, const char* remedy);

/// True if a window manager runs. Always returns true if the display is not X11.
bool has_window_manager();

/// Sets a function that is called once if the connection to the X server is lost. Without it, Xlib would end the
/// program at once. The function must not use the display. Afterwards the program prints one line and ends with exit
/// code 2. Has no effect if the display is not X11.
void set_display_lost_handler(std::function<void()> save);

/// Captures the messages that graphics drivers write to the standard error while this object exists. If a driver ends
/// the program, as Xlib does when GLX fails, the program prints one line of its own and ends with exit code 2. The
/// destructor prints the captured messages, except while an exception is thrown.
class StderrCapture
{
public:
    StderrCapture();
    StderrCapture(const StderrCapture&)  = delete;
    void operator=(const StderrCapture&) = delete;
    ~StderrCapture();

private:
    std::optional<base::ErrorCapture> capture_;
};

} // namespace demo
