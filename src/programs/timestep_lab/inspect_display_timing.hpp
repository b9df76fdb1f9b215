// programs/timestep_lab/inspect_display_timing.hpp -- what `inspect` prints of the display timing
#pragma once

#include "recordings/facts/display_timing.hpp"
#include "recordings/formats/recording.hpp"

namespace timestep_lab
{

/// Nothing where nothing is known.
void print_display_timing(const recordings::Stream& stream, const recordings::DisplayTimingFacts& facts);

} // namespace timestep_lab
