// cli/recording_display_timing.hpp -- a recording as it is asked for on the command line, with its display timing
#pragma once

#include "capture/display_timing.hpp"
#include "cli/recording_choice.hpp"

namespace cli
{

/// As read_recording, and fills in the display timing of each stream.
ChosenRecording read_with_display_timing(const RecordingChoice& choice, std::vector<capture::DisplayTiming>& timings);

} // namespace cli
