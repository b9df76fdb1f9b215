// programs/demo/window/video.hpp -- where there is a display, and what to do where there is none
#pragma once

#include "base/console.hpp"

#include <functional>
#include <optional>

namespace demo
{

/// False where there is none; SDL_GetError says more. SDL would fall back on drivers that show nothing: so on Unix the
/// session's own variables are asked first. SDL_VIDEODRIVER, given by hand, is obeyed.
bool find_display();
/// Draws without one. Throws std::runtime_error with one line where even that cannot be.
void go_offscreen();
constexpr const char* opengl_remedy = "install an OpenGL 3.3 driver (on Debian: libgl1-mesa-dri)";
/// Throws std::runtime_error: "WHAT (what SDL says); REMEDY".
[[noreturn]] void fail_video(const char* what, const char* remedy);

/// Whether somebody moves windows about: on X11 a window manager says so, on other displays it is part of them.
bool has_window_manager();

/// An X server that goes away would end the program from within. Then `save` is called instead, once, which must not
/// ask it for anything; one line says so, and the program ends with exit code 2. Does nothing on other displays.
void when_display_is_lost(std::function<void()> save);

/// While it lives, nothing that drivers say reaches the standard error, and one that ends the program, as X does where
/// GLX fails, leaves our line and exit code 2. It is said afterwards, unless an exception tells what went wrong.
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
