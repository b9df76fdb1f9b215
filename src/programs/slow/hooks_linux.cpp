// Hooks of presenting calls such as SDL_GL_SwapWindow. They replace functions with which a program is linked, and
// functions that it looks up by dlsym, glXGetProcAddress or eglGetProcAddress.
#include "programs/slow/shim.hpp"
#include "sim/game/page.hpp"

#include <array>
#include <atomic>
#include <string_view>
#include <utility>

#include <dlfcn.h>
#include <link.h>

namespace slow
{

namespace
{

// Each hooked function has at most five arguments, which are integers or pointers, and returns at most one such value.
// On these processors they are passed in registers, so one function type fits all of them.
#if !defined(__x86_64__) && !defined(__aarch64__)
#error "the shim is written for x86-64 and AArch64"
#endif
using Word     = std::uintptr_t;
using Function = Word (*)(Word, Word, Word, Word, Word);
using Symbol   = void* (*)(void*, const char*) noexcept;

constexpr std::array lookups{"glXGetProcAddress", "glXGetProcAddressARB", "eglGetProcAddress"};
constexpr std::size_t calls = sim::presenting_calls.size();
// Originals that can be stored for each hook, such as SDL_GL_SwapWindow of SDL 2 and of SDL 3. Entry 0 is the one that
// the program is linked with, the others are looked up.
constexpr std::size_t entries = 4;

std::array<std::array<std::atomic<void*>, entries>, calls + lookups.size()> originals{};

constexpr const char* name_of(std::size_t call)
{
    return call < calls ? sim::presenting_calls[call].name : lookups[call - calls];
}

// originals.size() if no function of this name is hooked.
constexpr std::size_t hooked(const char* name)
{
    std::size_t i = 0;
    while (i < originals.size() && std::string_view{name} != name_of(i)) ++i;
    return i;
}

// The C library's dlsym, by its symbol version: glibc 2.34 moved it into libc; before that, the first glibc of each
// processor.
Symbol system_dlsym()
{
    static std::atomic<void*> found{nullptr};
    if (found == nullptr)
        for (const char* const version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
            if (void* const symbol = dlvsym(RTLD_NEXT, "dlsym", version)) found = symbol;
    return reinterpret_cast<Symbol>(found.load()); // NOLINT: dlvsym returns functions as void*
}

bool is_of_shim(void* function)
{
    static const char own = 0;
    Dl_info shim{}, other{};
    return dladdr(&own, &shim) != 0 && dladdr(function, &other) != 0 && shim.dli_fbase == other.dli_fbase;
}

// A callback of dl_iterate_phdr: the only way to find a function of a library that was loaded with RTLD_LOCAL.
int search_library(dl_phdr_info* library, std::size_t, void* search)
{
    auto& [name, found]  = *static_cast<std::pair<const char*, void*>*>(search);
    void* const handle   = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    void* const function = handle == nullptr ? nullptr : system_dlsym()(handle, name);
    if (handle != nullptr) dlclose(handle);
    if (function == nullptr || is_of_shim(function)) return 0;
    found = function;
    return 1;
}

// Entry `entry` of the originals that hook number `call` replaces; null if there is none.
void* original(std::size_t call, std::size_t entry)
{
    if (entry > 0 || originals[call][0] != nullptr) return originals[call][entry];
    std::pair<const char*, void*> search{name_of(call), system_dlsym()(RTLD_NEXT, name_of(call))};
    if (search.second == nullptr) dl_iterate_phdr(search_library, &search);
    originals[call][0] = search.second;
    return search.second;
}

void* hook_of(std::size_t call, void* function);

template <std::size_t call, std::size_t entry>
Word hook(Word a, Word b, Word c, Word d, Word e)
{
    void* const function = original(call, entry);
    if (function == nullptr) return 0;
    const auto real = reinterpret_cast<Function>(function); // NOLINT: dlsym returns functions as void*
    if constexpr (call >= calls)
    {
        const auto* const name = reinterpret_cast<const char*>(a); // NOLINT: the looked-up name is the first argument
        void* const found      = reinterpret_cast<void*>(real(a, b, c, d, e)); // NOLINT: a pointer in a Word
        return reinterpret_cast<Word>(hook_of(hooked(name), found));           // NOLINT: a pointer in a Word
    }
    else
    {
        constexpr int window = sim::presenting_calls[call].window;
        const Word handle    = window == 0 ? a : b;
        const PresentCallScope presenting{call, window < 0 ? 0 : handle};
        return real(a, b, c, d, e);
    }
}

template <std::size_t... i>
constexpr auto hooks_of_all(std::index_sequence<i...>)
{
    return std::array<Function, sizeof...(i)>{hook<i / entries, i % entries>...};
}
constexpr auto hooks = hooks_of_all(std::make_index_sequence<(calls + lookups.size()) * entries>{});

// The hook number `call` if it is one and an entry is free, else `function` itself.
void* hook_of(std::size_t call, void* function)
{
    if (call >= originals.size() || function == nullptr || is_of_shim(function)) return function;
    for (std::size_t entry = 1; entry < entries; ++entry)
    {
        void* other = nullptr;
        if (originals[call][entry].compare_exchange_strong(other, function) || other == function)
            return reinterpret_cast<void*>(hooks[call * entries + entry]); // NOLINT: functions as void*, like dlsym
    }
    return function;
}

// `call` is an index in presenting_calls, followed by `lookups`.
template <std::size_t call>
Word call_hook(Word a, Word b, Word c, Word d, Word e)
{
    static_assert(call < originals.size(), "the function is in presenting_calls or in lookups");
    return hook<call, 0>(a, b, c, d, e);
}

} // namespace

} // namespace slow

// The dynamic linker finds this function before the library's, because the shim is loaded before that library.
#define TIMESTEP_HOOK(name)                                                                                            \
    TIMESTEP_EXPORTED slow::Word name(slow::Word a, slow::Word b, slow::Word c, slow::Word d, slow::Word e);           \
    slow::Word name(slow::Word a, slow::Word b, slow::Word c, slow::Word d, slow::Word e)                              \
    {                                                                                                                  \
        return slow::call_hook<slow::hooked(#name)>(a, b, c, d, e);                                                    \
    }

TIMESTEP_HOOK(glXSwapBuffers)
TIMESTEP_HOOK(eglSwapBuffers)
TIMESTEP_HOOK(eglSwapBuffersWithDamageKHR)
TIMESTEP_HOOK(eglSwapBuffersWithDamageEXT)
TIMESTEP_HOOK(SDL_GL_SwapWindow)
TIMESTEP_HOOK(SDL_RenderPresent)
TIMESTEP_HOOK(SDL_UpdateWindowSurface)
TIMESTEP_HOOK(SDL_UpdateWindowSurfaceRects)
TIMESTEP_HOOK(SDL_Flip)
TIMESTEP_HOOK(SDL_UpdateRect)
TIMESTEP_HOOK(SDL_UpdateRects)
TIMESTEP_HOOK(SDL_GL_SwapBuffers)
TIMESTEP_HOOK(glXGetProcAddress)
TIMESTEP_HOOK(glXGetProcAddressARB)
TIMESTEP_HOOK(eglGetProcAddress)

#ifdef __clang__ // clang turns such a call into a jump in optimised builds, and the shim is always optimised
#define TIMESTEP_TAIL_CALLS
#else
#define TIMESTEP_TAIL_CALLS __attribute__((optimize("O2")))
#endif

// If `handle` is a library, returns a hook instead of a hooked function. With other handles, the code jumps to the C
// library's dlsym instead of calling it: for RTLD_NEXT, the result of dlsym depends on the address to which it returns.
TIMESTEP_EXPORTED TIMESTEP_TAIL_CALLS void* dlsym(void* handle, const char* name) noexcept
{
    const std::size_t call = handle == RTLD_NEXT ? slow::originals.size() : slow::hooked(name);
    if (call == slow::originals.size()) return slow::system_dlsym()(handle, name);
    if (handle == RTLD_DEFAULT && slow::original(call, 0) == nullptr) return nullptr;
    return slow::hook_of(call, slow::system_dlsym()(handle, name));
}
