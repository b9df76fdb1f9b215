// tests/gui/undrawn.cpp -- preloaded into the demo: its frames are drawn while somebody looks
//
// Nine tenths of the time of a test of the window would go into a software rasteriser, and the rest into more frames
// than anybody waits for. While the file that TIMESTEP_SEEN names does not exist, all of a frame is done but the
// drawing calls themselves, and instead of showing it there is a pause of 3 ms. Linux, with glibc 2.34 or newer.
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
using Next  = void* (*)(void*, const char*);
using Draw  = void (*)(long, long, long, long, long, long);

bool is_seen = false; // this frame, from its beginning to its end

struct Call
{
    std::string_view name;
    Draw real;
};
std::array calls{Call{"glDrawArrays", nullptr}, Call{"glDrawArraysInstanced", nullptr}, Call{"glDrawElements", nullptr},
                 Call{"glDrawElementsInstanced", nullptr}, Call{"glDrawElementsBaseVertex", nullptr}};

/// Takes as many numbers and addresses as go by register, which is enough for each of them.
template <std::size_t i>
void draw_if_seen(long a, long b, long c, long d, long e, long f)
{
    if (is_seen) calls[i].real(a, b, c, d, e, f);
}

/// What a library gets that looked a function up: itself, or what draws only where it is seen.
template <std::size_t... i>
void* guarded(std::string_view name, void* found, std::index_sequence<i...> /*of all calls*/)
{
    void* given     = found;
    const auto take = [&](Call& call, Draw instead)
    {
        if (call.name != name) return;
        call.real = reinterpret_cast<Draw>(found);
        given     = reinterpret_cast<void*>(instead);
    };
    (take(calls[i], draw_if_seen<i>), ...);
    return given;
}

void* guarded(std::string_view name, void* found)
{
    return found ? guarded(name, found, std::make_index_sequence<calls.size()>{}) : found;
}

/// What a library that has just been asked for the function that looks others up gets instead of it.
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

/// The C library's own.
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
    static const auto show       = reinterpret_cast<void (*)(void*)>(look_up(RTLD_NEXT, "SDL_GL_SwapWindow"));
    static const char* const eye = std::getenv("TIMESTEP_SEEN");
    if (is_seen)
        show(window);
    else
        std::this_thread::sleep_for(std::chrono::milliseconds{3});
    is_seen = eye && access(eye, F_OK) == 0;
}
