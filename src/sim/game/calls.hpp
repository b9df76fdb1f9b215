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
    int window;         ///< index of the argument that tells windows apart, from 0
    bool parts = false; ///< true: a program may call it several times for one picture, once for each changed part
};

/// All presenting calls that are slowed down. The order is that of the numbers in recordings; a new one comes last.
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
    PresentingCall{"SDL_GL_SwapBuffers", -1}, // SDL 1.2 has one window, and the call no argument
    PresentingCall{"vkQueuePresentKHR", -1},  // the layer gives the swap chain
};

/// Returns the index of the call named `name`; presenting_calls.size() if there is none.
constexpr std::size_t presenting_call(std::string_view name)
{
    std::size_t i = 0;
    while (i < presenting_calls.size() && name != presenting_calls[i].name) ++i;
    return i;
}

} // namespace sim
