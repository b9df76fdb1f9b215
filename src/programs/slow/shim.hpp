// programs/slow/shim.hpp -- the shim, a library that is loaded into a game to slow it down: each call that presents a
// picture returns later, by the lag that the user has set
#pragma once

#include <cstddef>
#include <cstdint>

namespace slow
{

/// Marks a function that the dynamic linker finds. All other functions of this library are hidden.
#define TIMESTEP_EXPORTED extern "C" __attribute__((visibility("default")))

/// Exists during one presenting call (a call that shows a picture) of a thread, up to the end of the lag.
/// PresentCallScope calls inside this call get no lag of their own; for example, SDL_RenderPresent calls
/// SDL_GL_SwapWindow.
class PresentCallScope
{
public:
    PresentCallScope(std::size_t call, std::uint64_t window);
    PresentCallScope(const PresentCallScope&) = delete;
    void operator=(const PresentCallScope&)   = delete;
    /// Delays this thread by the lag if no other presenting call contains this one.
    ~PresentCallScope();

private:
    std::size_t call_;
    std::uint64_t window_;
    // True if no other presenting call of this thread contains this call, it presents a new picture, and this process
    // is slowed down.
    bool gets_lag_;
};

} // namespace slow
