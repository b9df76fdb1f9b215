// programs/slow/shim.hpp -- the shim, a shared library that is loaded into a game and adds artificial lag: each call
// that presents a frame, such as vkQueuePresentKHR, returns later by the lag that the user has set
#pragma once

#include <cstddef>
#include <cstdint>

namespace slow
{

/// Exports a function from this shared library. All other functions of the library are hidden.
#define TIMESTEP_EXPORTED extern "C" __attribute__((visibility("default")))

/// RAII scope of one presenting call of a thread; the destructor adds the lag. Nested presenting calls get no lag of
/// their own: for example, SDL_RenderPresent calls SDL_GL_SwapWindow.
class PresentCallScope
{
public:
    /// `call_index` is an index in sim::presenting_calls.
    PresentCallScope(std::size_t call_index, std::uint64_t window_handle);
    PresentCallScope(const PresentCallScope&) = delete;
    void operator=(const PresentCallScope&)   = delete;
    /// Delays this thread by the lag, unless this presenting call is nested in another one.
    ~PresentCallScope();

private:
    std::size_t call_index_;
    std::uint64_t window_handle_;
    bool gets_lag_; // true if this process gets lag, and the call presents a new frame and is not nested
};

} // namespace slow
