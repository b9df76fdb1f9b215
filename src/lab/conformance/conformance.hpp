// lab/conformance/conformance.hpp -- judges a loop that another program runs: which known loop it equals, which laws of
// a loop it breaks. docs/conformance.md explains the laws.
#pragma once

#include "lab/foreign/foreign_loop.hpp"
#include "recordings/identify/loop_identification.hpp"

#include <string>
#include <vector>

namespace lab
{

struct ConformanceReport
{
    std::string sentence; ///< such as "behaves as `interpolated` at 60 Hz, frames cut at 250 ms"
    std::vector<std::string> details; ///< one line for each law and each compared quantity
    bool conforms = false; ///< true: a known loop without a mistake, and no law is broken
};

/// The frames that a loop in another program runs for these frame times, as a probe in a game would record them.
recordings::ProbeRecording record_foreign_loop(ForeignLoop& loop, timestep::Rate rate,
                                               std::span<const Nanos> frame_times);

/// Starts the program and runs about 9,000 frames. Throws base::BadInput if it breaks the protocol.
ConformanceReport check_conformance(const LoopCommand& command, const LoopGreeting& greeting);

} // namespace lab
