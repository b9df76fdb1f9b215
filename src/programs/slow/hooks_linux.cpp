// Hooks the functions that present a frame, whether a game imports the functions or looks them up by name.
#include "programs/slow/shim.hpp"
#include "sim/game/shared_game_memory.hpp"

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

// One signature fits all hooked functions: x86-64 and AArch64 pass all their arguments, up to five, in registers.
#if !defined(__x86_64__) && !defined(__aarch64__)
#error "the shim is written for x86-64 and AArch64"
#endif
using RegisterValue = std::uintptr_t;
using HookedFunction = RegisterValue (*)(RegisterValue, RegisterValue, RegisterValue, RegisterValue, RegisterValue);
using DlsymFunction = void* (*)(void*, const char*) noexcept;

constexpr std::array lookup_function_names{"glXGetProcAddress", "glXGetProcAddressARB", "eglGetProcAddress"};
constexpr std::size_t present_call_count = sim::presenting_calls.size();
constexpr std::size_t max_originals_per_hook = 4;
constexpr std::size_t hook_count = present_call_count + lookup_function_names.size();

std::array<std::array<std::atomic<void*>, max_originals_per_hook>, hook_count> originals{};

constexpr const char* hooked_function_name(std::size_t hook_index)
{
    return hook_index < present_call_count ? sim::presenting_calls[hook_index].name
                                           : lookup_function_names[hook_index - present_call_count];
}

// The index of the hook for the function `name`; originals.size() if the function is not hooked.
constexpr std::size_t find_hook_index(const char* name)
{
    std::size_t i = 0;
    while (i < originals.size() && std::string_view{name} != hooked_function_name(i)) ++i;
    return i;
}

// The C library's dlsym. Its symbol version depends on the CPU and on the version of glibc.
DlsymFunction system_dlsym()
{
    static std::atomic<void*> dlsym_address{nullptr};
    if (dlsym_address == nullptr)
        for (const char* const version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
            if (void* const symbol = dlvsym(RTLD_NEXT, "dlsym", version)) dlsym_address = symbol;
    return reinterpret_cast<DlsymFunction>(dlsym_address.load()); // NOLINT: dlvsym returns functions as void*
}

bool is_in_shim(void* function)
{
    static const char symbol_of_shim = 0;
    Dl_info shim{}, owner{};
    return dladdr(&symbol_of_shim, &shim) != 0 && dladdr(function, &owner) != 0 && shim.dli_fbase == owner.dli_fbase;
}

// Callback of dl_iterate_phdr, which also visits libraries loaded with RTLD_LOCAL. dlsym(RTLD_NEXT) would skip them.
int find_function_in_library(dl_phdr_info* library, std::size_t, void* lookup)
{
    auto& [name, original] = *static_cast<std::pair<const char*, void*>*>(lookup);
    void* const library_handle = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    void* const function = library_handle == nullptr ? nullptr : system_dlsym()(library_handle, name);
    if (library_handle != nullptr) dlclose(library_handle);
    if (function == nullptr || is_in_shim(function)) return 0;
    original = function;
    return 1;
}

// Looks a function up at its first call only.
void* look_up_original(std::size_t hook_index, std::size_t original_index)
{
    if (original_index > 0 || originals[hook_index][0] != nullptr) return originals[hook_index][original_index];
    std::pair<const char*, void*> lookup{hooked_function_name(hook_index),
                                         system_dlsym()(RTLD_NEXT, hooked_function_name(hook_index))};
    if (lookup.second == nullptr) dl_iterate_phdr(find_function_in_library, &lookup);
    originals[hook_index][0] = lookup.second;
    return lookup.second;
}

void* install_hook(std::size_t hook_index, void* function);

template <std::size_t hook_index, std::size_t original_index>
RegisterValue hook(RegisterValue a, RegisterValue b, RegisterValue c, RegisterValue d, RegisterValue e)
{
    void* const function = look_up_original(hook_index, original_index);
    if (function == nullptr) return 0;
    const auto call_original = reinterpret_cast<HookedFunction>(function); // NOLINT: dlsym returns functions as void*
    if constexpr (hook_index >= present_call_count)
    {
        const auto* const name = reinterpret_cast<const char*>(a); // NOLINT: the looked-up name is the first argument
        void* const original =
            reinterpret_cast<void*>(call_original(a, b, c, d, e)); // NOLINT: a pointer as a RegisterValue
        return reinterpret_cast<RegisterValue>(
            install_hook(find_hook_index(name), original)); // NOLINT: a pointer as a RegisterValue
    }
    else
    {
        constexpr int window_argument_index = sim::presenting_calls[hook_index].window_argument_index;
        const RegisterValue window = window_argument_index == 0 ? a : b;
        const ScopedPresentLag lag_after_call{hook_index, window_argument_index < 0 ? 0 : window};
        return call_original(a, b, c, d, e);
    }
}

template <std::size_t... i>
constexpr auto make_hook_table(std::index_sequence<i...>)
{
    return std::array<HookedFunction, sizeof...(i)>{hook<i / max_originals_per_hook, i % max_originals_per_hook>...};
}
constexpr auto hook_table = make_hook_table(std::make_index_sequence<hook_count * max_originals_per_hook>{});

// Stores a function that the game has looked up. Returns its hook, or `function` itself if it cannot be hooked.
void* install_hook(std::size_t hook_index, void* function)
{
    if (hook_index >= originals.size() || function == nullptr || is_in_shim(function)) return function;
    for (std::size_t original_index = 1; original_index < max_originals_per_hook; ++original_index)
    {
        void* stored = nullptr;
        if (originals[hook_index][original_index].compare_exchange_strong(stored, function) || stored == function)
        {
            const HookedFunction replacement = hook_table[hook_index * max_originals_per_hook + original_index];
            return reinterpret_cast<void*>(replacement); // NOLINT: functions as void*, like dlsym
        }
    }
    return function;
}

// Runs the hook of a function that the game imports from a library. `hook_index` is the result of find_hook_index().
template <std::size_t hook_index>
RegisterValue run_linked_hook(RegisterValue a, RegisterValue b, RegisterValue c, RegisterValue d, RegisterValue e)
{
    static_assert(hook_index < originals.size(), "the function is in presenting_calls or in lookup_function_names");
    return hook<hook_index, 0>(a, b, c, d, e);
}

} // namespace

} // namespace slow

// Exports a function `name`. The dynamic linker finds it before the original, because this library is loaded first.
#define TIMESTEP_HOOK(name)                                                                                            \
    TIMESTEP_EXPORTED slow::RegisterValue name(slow::RegisterValue a, slow::RegisterValue b, slow::RegisterValue c,    \
                                               slow::RegisterValue d, slow::RegisterValue e);                          \
    slow::RegisterValue name(slow::RegisterValue a, slow::RegisterValue b, slow::RegisterValue c,                      \
                             slow::RegisterValue d, slow::RegisterValue e)                                             \
    {                                                                                                                  \
        return slow::run_linked_hook<slow::find_hook_index(#name)>(a, b, c, d, e);                                     \
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

#ifdef __clang__ // needs no attribute: this library is always compiled with -O2
#define TIMESTEP_TAIL_CALLS
#else
#define TIMESTEP_TAIL_CALLS __attribute__((optimize("O2")))
#endif

// Must tail-call the C library's dlsym: for RTLD_NEXT, the return address identifies the calling library.
TIMESTEP_EXPORTED TIMESTEP_TAIL_CALLS void* dlsym(void* handle, const char* name) noexcept
{
    const std::size_t hook_index = handle == RTLD_NEXT ? slow::originals.size() : slow::find_hook_index(name);
    if (hook_index == slow::originals.size()) return slow::system_dlsym()(handle, name);
    if (handle == RTLD_DEFAULT && slow::look_up_original(hook_index, 0) == nullptr) return nullptr;
    return slow::install_hook(hook_index, slow::system_dlsym()(handle, name));
}
