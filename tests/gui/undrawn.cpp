// tests/gui/undrawn.cpp -- preloaded into the demo: its frames are drawn by nobody
//
// Where a test reads what the window reports and looks at no pixel, nine tenths of its time would go into a software
// rasteriser, and the rest into more frames than anybody waits for. All of a frame is done but the drawing calls
// themselves, which whoever asks OpenGL for their addresses finds doing nothing; instead of showing it there is a
// millisecond's pause. Linux, with glibc 2.34 or newer.
#include <dlfcn.h>

#include <chrono>
#include <string_view>
#include <thread>

namespace
{

using Found = void* (*)(const char*);
using Next  = void* (*)(void*, const char*);

void nothing() {}

bool is_drawing(std::string_view name) { return name.starts_with("glDraw"); }

/// What a library that has just been asked for the function that looks others up gets instead of it.
template <int library>
struct Lookup
{
    static inline Found real = nullptr;

    static void* find(const char* name) { return is_drawing(name) ? reinterpret_cast<void*>(&nothing) : real(name); }

    static void* instead_of(void* found)
    {
        real = reinterpret_cast<Found>(found);
        return reinterpret_cast<void*>(&find);
    }
};

} // namespace

extern "C" void* dlsym(void* handle, const char* name) noexcept
{
    static const auto next = reinterpret_cast<Next>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"));

    void* const found = next(handle, name);
    if (!found) return found;
    if (is_drawing(name)) return reinterpret_cast<void*>(&nothing);
    if (name == std::string_view{"glXGetProcAddressARB"}) return Lookup<0>::instead_of(found);
    if (name == std::string_view{"eglGetProcAddress"}) return Lookup<1>::instead_of(found);
    return found;
}

extern "C" void SDL_GL_SwapWindow(void*) { std::this_thread::sleep_for(std::chrono::milliseconds{1}); }
