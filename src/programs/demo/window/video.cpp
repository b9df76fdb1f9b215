#include "programs/demo/window/video.hpp"

#include "base/message.hpp"

#include <SDL.h>
#include <fmt/core.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

// Does not use the Wayland library, which would print an error if there is no server.
bool wayland_answers()
{
    const std::string name = variable("WAYLAND_DISPLAY"), folder = variable("XDG_RUNTIME_DIR");
    if (name.starts_with('/')) return base::accepts_connections(name);
    return !name.empty() && !folder.empty() && base::accepts_connections(folder + "/" + name);
}

// True if SDL was built with this kind of display.
bool has_driver(std::string_view name)
{
    for (int i = 0; i < SDL_GetNumVideoDrivers(); ++i)
        if (SDL_GetVideoDriver(i) == name) return true;
    return false;
}

base::ErrorCapture* capturing = nullptr; // the StderrCapture that exists now; null if there is none

void end_in_one_line()
{
    if (capturing == nullptr || !capturing->is_capturing()) return;
    capturing->end();
    base::print_error("timestep_demo", fmt::format("no OpenGL: its driver ended the program; {}", opengl_remedy));
    std::_Exit(2);
}

bool is_x11()
{
    const char* const driver = SDL_GetCurrentVideoDriver();
    return driver != nullptr && driver == std::string_view{"x11"};
}

// The libX11 function `name`. Returns null if the library or the function does not exist.
template <class Function>
Function of_x11(const char* name)
{
    static void* const library = SDL_LoadObject("libX11.so.6");
    return library == nullptr ? nullptr : reinterpret_cast<Function>(SDL_LoadFunction(library, name));
}

std::function<void()>& saving()
{
    static std::function<void()> save;
    return save;
}

// Xlib would end the program if this function returned. _Exit does not wait for threads of the graphics driver, which
// can be blocked by the lost connection.
extern "C" int end_without_display(void*)
{
    const auto save  = std::exchange(saving(), nullptr);
    std::string what = "the display went away";
    try
    {
        if (save) save();
        what += "; what there was to save is saved";
    }
    catch (const std::exception& failure)
    {
        what += fmt::format("; {}", failure.what());
    }
    base::print_error("timestep_demo", what);
    base::flush();
    std::_Exit(2);
}

} // namespace

StderrCapture::StderrCapture()
{
    static const bool registered = std::atexit(end_in_one_line) == 0;
    if (registered) capturing = &said_.emplace();
}

StderrCapture::~StderrCapture()
{
    capturing = nullptr;
    if (!said_) return;
    said_->end();
    if (std::uncaught_exceptions() == 0)
        static_cast<void>(base::File::standard(base::StandardStream::error).write(said_->text()));
}

void fail_video(const char* what, const char* remedy)
{
    throw std::runtime_error(fmt::format("{} ({}); {}", what, SDL_GetError(), remedy));
}

bool start_display()
{
    SDL_SetHint(SDL_HINT_WINDOWS_DPI_SCALING, "1"); // sizes in points, as on other systems, which ignore this hint
    if ((has_driver("x11") || has_driver("wayland")) && SDL_getenv("SDL_VIDEODRIVER") == nullptr)
    {
        const bool x11     = !variable("DISPLAY").empty();
        const bool wayland = wayland_answers();
        if (!x11 && !wayland)
        {
            SDL_SetError("no DISPLAY is set, and no WAYLAND_DISPLAY that answers");
            return false;
        }
        // Lists the kinds of display (X11, Wayland) that accept connections. If both do, SDL tries x11 first, which is
        // its default.
        const char* const one = x11 ? "x11" : "wayland";
        SDL_SetHint(SDL_HINT_VIDEODRIVER, x11 && wayland ? "x11,wayland" : one);
    }
    return SDL_Init(SDL_INIT_VIDEO) == 0;
}

void start_offscreen()
{
    if (has_driver("offscreen")) SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) fail_video("no offscreen display", "use an SDL2 that has the offscreen driver");
}

void set_display_lost_handler(std::function<void()> save)
{
    using Handler = int (*)(void*);
    using Set     = Handler (*)(Handler);
    if (!is_x11()) return;
    saving() = std::move(save);
    if (const auto set = of_x11<Set>("XSetIOErrorHandler")) set(end_without_display);
}

// True if the root window has the property _NET_SUPPORTING_WM_CHECK, which a running window manager sets
// (Extended Window Manager Hints 1.5).
bool has_window_manager()
{
    using Atom = unsigned long;
    using Property =
        int (*)(void*, Atom, Atom, long, long, int, Atom, Atom*, int*, unsigned long*, unsigned long*, unsigned char**);
    if (!is_x11()) return true;
    const auto open  = of_x11<void* (*)(const char*)>("XOpenDisplay");
    const auto close = of_x11<int (*)(void*)>("XCloseDisplay");
    const auto root  = of_x11<Atom (*)(void*)>("XDefaultRootWindow");
    const auto atom  = of_x11<Atom (*)(void*, const char*, int)>("XInternAtom");
    const auto get   = of_x11<Property>("XGetWindowProperty");
    const auto free  = of_x11<int (*)(void*)>("XFree");
    if (!open || !close || !root || !atom || !get || !free) return true;
    void* const server = open(nullptr);
    if (server == nullptr) return true;
    Atom type           = 0;
    int format          = 0;
    unsigned long items = 0, left = 0;
    unsigned char* value = nullptr;
    const Atom check     = atom(server, "_NET_SUPPORTING_WM_CHECK", 1);
    if (check != 0) get(server, root(server), check, 0, 1, 0, 0, &type, &format, &items, &left, &value);
    if (value != nullptr) free(value);
    close(server);
    return items > 0;
}

} // namespace demo
