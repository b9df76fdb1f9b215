// programs/slow/shim.hpp -- a library loaded into a game; delays the return of each call that presents a frame
#pragma once

#include <cstddef>
#include <cstdint>

namespace slow
{

/// Exports a function from this shared library. All other functions of the library are hidden.
#define TIMESTEP_EXPORTED extern "C" __attribute__((visibility("default")))

/// Adds lag after a call that presents a frame, unless the call is nested in another such call.
class ScopedLagAndRecordAfterPresentCall
{
public:
    /// The destructor delays the calling game. `presenting_call_index` is an index into sim::presenting_calls, and
    /// `window_handle` is a window or swap chain; 0 if unknown.
    ScopedLagAndRecordAfterPresentCall(std::size_t presenting_call_index, std::uint64_t window_handle);
    ScopedLagAndRecordAfterPresentCall(const ScopedLagAndRecordAfterPresentCall&) = delete;
    void operator=(const ScopedLagAndRecordAfterPresentCall&)                     = delete;
    ~ScopedLagAndRecordAfterPresentCall();

private:
    std::size_t presenting_call_index_;
    std::uint64_t window_handle_;
    bool adds_lag_; // false for a nested call, for a partial update, and in a process without lag
};

} // namespace slow
