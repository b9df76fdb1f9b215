// A library with presenting calls of several real libraries, which present nothing. Each call counts.
#include <cstring>

#include <dlfcn.h>

#define SHOWN extern "C" __attribute__((visibility("default")))

SHOWN int presented;
SHOWN int errors;
int presented = 0; // pictures that reached "the display": glXSwapBuffers, eglSwapBuffers and SDL_UpdateRect count
int errors = 0; // arguments that did not arrive as they were given

SHOWN void glXSwapBuffers(void* display, unsigned long drawable)
{
    ++presented;
    if (display != &presented || drawable == 0) ++errors;
}

SHOWN unsigned eglSwapBuffers(void* display, void* surface)
{
    ++presented;
    if (display != &presented || surface == nullptr) ++errors;
    return 1;
}

SHOWN void SDL_GL_SwapWindow(void* window) { glXSwapBuffers(&presented, window != nullptr ? 1 : 0); }

SHOWN int SDL_RenderPresent(void* renderer)
{
    SDL_GL_SwapWindow(renderer);
    return 77;
}

SHOWN void SDL_UpdateRect(void* screen, int x, int y, unsigned width, unsigned height)
{
    ++presented;
    if (screen != &presented || x != 1 || y != -2 || width != 3 || height != 4) ++errors;
}

SHOWN void* glXGetProcAddressARB(const unsigned char* name)
{
    if (std::strcmp(reinterpret_cast<const char*>(name), "glXSwapBuffers") == 0)
        return reinterpret_cast<void*>(glXSwapBuffers);
    return nullptr;
}

// The program has a function of this name, too. No library after this one has it, so a lookup with RTLD_NEXT from here
// must return null. A lookup that seems to come from a library before this one would return this function.
SHOWN int fake_name() { return 0; }
SHOWN bool lookup_behind_is_empty()
{
    dlerror();
    return dlsym(RTLD_NEXT, "fake_name") == nullptr;
}
