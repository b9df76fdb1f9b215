// cli/inspect_display_timing.hpp -- what `inspect` prints of the display timing
#pragma once

#include "capture/recording.hpp"
#include "report/display_timing.hpp"

namespace cli
{

/// Nothing where nothing is known.
void print_display_timing(const capture::Stream& stream, const report::DisplayTimingFacts& facts);

} // namespace cli
