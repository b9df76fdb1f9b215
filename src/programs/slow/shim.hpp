// programs/slow/shim.hpp -- a library loaded into a game; delays the return of each call that presents a frame
#pragma once

#include <cstddef>
#include <cstdint>

namespace slow
{

/// Exports a function from this shared library. All other functions of the library are hidden.
#define TIMESTEP_EXPORTED extern "C" __attribute__((visibility("default")))

/// Must live during one call that presents a frame; the destructor delays the end of the call.
class ScopedPresentLag
{
public:
    /// `presenting_call_index` is an index into sim::presenting_calls: the function that presents. `window_handle` is a
    /// window or swap chain; 0 if unknown.
    ScopedPresentLag(std::size_t presenting_call_index, std::uint64_t window_handle);
    ScopedPresentLag(const ScopedPresentLag&) = delete;
    void operator=(const ScopedPresentLag&) = delete;
    ~ScopedPresentLag();

private:
    std::size_t presenting_call_index_;
    std::uint64_t window_handle_;
    bool ends_frame_ = false; // false for a nested call, for a partial update, and in a process that is not slowed
};

} // namespace slow
