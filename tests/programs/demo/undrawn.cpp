// tests/programs/demo/undrawn.cpp -- a library that tests preload into the demo to skip the drawing of frames that no
// test looks at
//
// A test of the window would spend nine tenths of its time in the software rasteriser. While the file named by
// TIMESTEP_SEEN does not exist, this library skips OpenGL's drawing calls, and replaces the presentation of a frame by
// a pause of 3 ms. The rest of a frame runs as usual. Needs Linux with glibc 2.34 or newer.
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <utility>

namespace
{

using Found = void* (*)(const char*);
using Next = void* (*)(void*, const char*);
using Draw = void (*)(long, long, long, long, long, long);

bool is_seen = false; // true if the current frame is drawn; changes only between two frames

/// A drawing function of OpenGL, and its address in the driver.
struct Call
{
    std::string_view name;
    Draw real;
};
std::array calls{Call{"glDrawArrays", nullptr}, Call{"glDrawArraysInstanced", nullptr}, Call{"glDrawElements", nullptr},
                 Call{"glDrawElementsInstanced", nullptr}, Call{"glDrawElementsBaseVertex", nullptr}};

/// Replaces drawing function number `i`: calls the driver's function only if the frame is drawn. Six arguments are
/// enough for all of these functions, because they are passed in registers.
template <std::size_t i>
void draw_visible(long a, long b, long c, long d, long e, long f)
{
    if (is_seen) calls[i].real(a, b, c, d, e, f);
}

/// Returns the address that a caller gets for the function `name`: draw_visible() for a drawing function, else `found`.
template <std::size_t... i>
void* guarded(std::string_view name, void* found, std::index_sequence<i...>)
{
    void* given = found;
    const auto take = [&](Call& call, Draw instead)
    {
        if (call.name != name) return;
        call.real = reinterpret_cast<Draw>(found);
        given = reinterpret_cast<void*>(instead);
    };
    (take(calls[i], draw_visible<i>), ...);
    return given;
}

void* guarded(std::string_view name, void* found)
{
    return found ? guarded(name, found, std::make_index_sequence<calls.size()>{}) : found;
}

/// Replaces a library's own look-up function, such as glXGetProcAddressARB, so that its results are guarded, too.
template <int library>
struct Lookup
{
    static inline Found real = nullptr;

    static void* find(const char* name) { return guarded(name, real(name)); }

    static void* instead_of(void* found)
    {
        real = reinterpret_cast<Found>(found);
        return reinterpret_cast<void*>(&find);
    }
};

void* look_up(void* handle, const char* name)
{
    static const auto next = reinterpret_cast<Next>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"));
    return next(handle, name);
}

} // namespace

extern "C" void* dlsym(void* handle, const char* name) noexcept
{
    void* const found = look_up(handle, name);
    if (!found) return found;
    if (name == std::string_view{"glXGetProcAddressARB"}) return Lookup<0>::instead_of(found);
    if (name == std::string_view{"eglGetProcAddress"}) return Lookup<1>::instead_of(found);
    return guarded(name, found);
}

extern "C" void SDL_GL_SwapWindow(void* window)
{
    static const auto show = reinterpret_cast<void (*)(void*)>(look_up(RTLD_NEXT, "SDL_GL_SwapWindow"));
    static const char* const eye = std::getenv("TIMESTEP_SEEN");
    if (is_seen)
        show(window);
    else
        std::this_thread::sleep_for(std::chrono::milliseconds{3});
    is_seen = eye && access(eye, F_OK) == 0;
}
