// sim/game/calls.hpp -- the functions by which programs present pictures
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sim
{

/// A function that presents a picture.
struct PresentingCall
{
    const char* name;   ///< name of the function in its library
    int window;         ///< index of the argument that identifies the window, from 0; -1: no argument does
    bool parts = false; ///< true: a program may call it several times for one picture, once for each changed part
};

/// All presenting calls that are slowed down. Recordings contain their indices, so a new call is added at the end.
inline constexpr std::array presenting_calls{
    PresentingCall{"glXSwapBuffers", 1},
    PresentingCall{"eglSwapBuffers", 1},
    PresentingCall{"eglSwapBuffersWithDamageKHR", 1},
    PresentingCall{"eglSwapBuffersWithDamageEXT", 1},
    PresentingCall{"SDL_GL_SwapWindow", 0},
    PresentingCall{"SDL_RenderPresent", 0},
    PresentingCall{"SDL_UpdateWindowSurface", 0},
    PresentingCall{"SDL_UpdateWindowSurfaceRects", 0},
    PresentingCall{"SDL_Flip", 0},
    PresentingCall{"SDL_UpdateRect", 0, true},
    PresentingCall{"SDL_UpdateRects", 0, true},
    PresentingCall{"SDL_GL_SwapBuffers", -1}, // SDL 1.2 has one window, so the call has no argument
    PresentingCall{"vkQueuePresentKHR", -1},  // the Vulkan layer finds the swap chain itself
};

/// Returns the index of the call named `name`; presenting_calls.size() if there is none.
constexpr std::size_t presenting_call(std::string_view name)
{
    std::size_t i = 0;
    while (i < presenting_calls.size() && name != presenting_calls[i].name) ++i;
    return i;
}

} // namespace sim
