// programs/demo/window/sdl_video.hpp -- starts SDL's video; if the X server or a graphics driver fails, ends the
// program
#pragma once

#include "base/console.hpp"
#include "base/threads.hpp"

#include <functional>
#include <mutex>
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

/// While this object exists, a lost connection to the X server, or a stop signal during a DisplayCall that does not
/// return, calls `save_files` once, and ends the program with one line and exit code 2. `save_files` must not use the
/// display; after a stop signal it runs on another thread. At most one object, of the main thread.
class DisplayWatch
{
public:
    explicit DisplayWatch(std::function<void()> save_files);
    ~DisplayWatch();
    DisplayWatch(const DisplayWatch&) = delete;
    void operator=(const DisplayWatch&) = delete;

private:
    std::timed_mutex running_; ///< locked as long as the object exists
    base::Task<void> watch_;
};

/// Stands around calls of the display, which can block. They must not change what the program saves. Main thread only.
class DisplayCall
{
public:
    DisplayCall();
    ~DisplayCall();
    DisplayCall(const DisplayCall&) = delete;
    void operator=(const DisplayCall&) = delete;
};

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
