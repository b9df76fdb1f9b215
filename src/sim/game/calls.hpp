// sim/game/calls.hpp -- the list of library functions by which games present pictures (hand them to the display)
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sim
{

/// A library function by which a game presents a picture.
struct PresentingCall
{
    const char* name; ///< name of the library function
    /// Index, from 0, of the argument that identifies the window; -1 if the function has no such argument.
    int window;
    /// True: a program may call the function several times for one picture, once for each changed part
    bool parts = false;
};

/// All presenting calls that can be slowed down. Recordings store the index, so a new call is added at the end.
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
    PresentingCall{"SDL_GL_SwapBuffers", -1}, // the function has no argument, because SDL 1.2 has only one window
    PresentingCall{"vkQueuePresentKHR", -1},  // the swap chain is in a structure (programs/slow reads it)
};

/// presenting_calls.size() if there is none.
constexpr std::size_t presenting_call(std::string_view name)
{
    std::size_t i = 0;
    while (i < presenting_calls.size() && name != presenting_calls[i].name) ++i;
    return i;
}

} // namespace sim
