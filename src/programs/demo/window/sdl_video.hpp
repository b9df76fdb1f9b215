// programs/demo/window/sdl_video.hpp -- starts SDL's video; if the X server or a graphics driver fails, ends the
// program
#pragma once

#include "base/console.hpp"

#include <functional>
#include <optional>

namespace demo
{

/// Returns false if there is no display; SDL_GetError() then returns the reason.
bool start_video_with_display();
/// If SDL lacks its offscreen driver, the caller must hide the window. Throws std::runtime_error (one line) on failure.
void start_video_preferring_offscreen();
constexpr const char* opengl_remedy = "install an OpenGL 3.3 driver (on Debian: libgl1-mesa-dri)";
/// Throws std::runtime_error with the message "CAUSE (ERROR); REMEDY", where ERROR is SDL_GetError().
[[noreturn]] void throw_video_error(const char* cause, const char* remedy);

/// True on systems other than X11.
bool has_window_manager();

/// On X11: if the connection to the X server is lost, calls `save_files` once, and ends the program with exit code 2.
/// `save_files` must not use the display.
void install_display_lost_handler(std::function<void()> save_files);

/// Withholds the messages of graphics drivers; the destructor prints them, except during stack unwinding. If a driver
/// calls exit(), as Xlib does if GLX fails, the program prints one line instead, and ends with exit code 2.
class HeldDriverMessages
{
public:
    HeldDriverMessages();
    HeldDriverMessages(const HeldDriverMessages&) = delete;
    void operator=(const HeldDriverMessages&) = delete;
    ~HeldDriverMessages();

private:
    std::optional<base::StderrCapture> stderr_capture_;
};

} // namespace demo
