// programs/timestep_lab/recording_display_timing.hpp -- a recording as it is asked for on the command line, with its
// display timing
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/display_timing.hpp"

namespace timestep_lab
{

/// As read_recording, and fills in the display timing of each stream.
ChosenRecording read_with_display_timing(const RecordingChoice& choice,
                                         std::vector<recordings::DisplayTiming>& timings);

} // namespace timestep_lab
