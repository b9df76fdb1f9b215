// programs/demo/window/video.hpp -- starts SDL's video; if the X server or a graphics driver fails, ends the program
#pragma once

#include "base/console.hpp"

#include <functional>
#include <optional>

namespace demo
{

/// Returns false if there is no display; SDL_GetError() then returns the reason. Unless the user has set
/// SDL_VIDEODRIVER, checks DISPLAY and WAYLAND_DISPLAY first, because SDL could choose a driver that shows nothing.
bool start_video_with_display();
/// Starts SDL's offscreen driver. Where SDL lacks it (on Windows), starts the default driver; the caller must then hide
/// the window. Throws std::runtime_error with a one-line message on failure.
void start_offscreen_video();
constexpr const char* opengl_remedy = "install an OpenGL 3.3 driver (on Debian: libgl1-mesa-dri)";
/// Throws std::runtime_error with the message "CAUSE (ERROR); REMEDY", where ERROR is SDL_GetError().
[[noreturn]] void throw_video_error(const char* cause, const char* remedy);

/// True if a window manager runs on the X11 display. Always true for a display that is not X11.
bool has_window_manager();

/// Sets a function that is called once if the connection to the X server is lost; without it, Xlib would end the
/// program immediately. The function must not use the display. When it returns, the program prints one line and ends
/// with exit code 2. Does nothing if the display is not X11.
void set_display_lost_handler(std::function<void()> save_files);

/// Captures the messages that graphics drivers write to the standard error during this object's lifetime. If a driver
/// calls exit(), as Xlib does when GLX fails, the program prints one line of its own and ends with exit code 2. The
/// destructor prints the captured messages, except during stack unwinding.
class DeferredDriverStderr
{
public:
    DeferredDriverStderr();
    DeferredDriverStderr(const DeferredDriverStderr&) = delete;
    void operator=(const DeferredDriverStderr&)       = delete;
    ~DeferredDriverStderr();

private:
    std::optional<base::StderrRedirection> stderr_capture_;
};

} // namespace demo
