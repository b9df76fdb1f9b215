// programs/timestep_lab/inspect_display_timing.hpp -- prints the display timing of a recording for `inspect`
#pragma once

#include "recordings/facts/display_timing.hpp"
#include "recordings/formats/recording.hpp"

namespace timestep_lab
{

/// Prints the display timing of one stream (frames of one program). Leaves out values that the recording does not
/// contain.
void print_display_timing(const recordings::Stream& stream, const recordings::DisplayTimingFacts& facts);

} // namespace timestep_lab
