// programs/timestep_lab/recording_display_timing.hpp -- reads the recording of the command line with its display timing
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/display_timing.hpp"

namespace timestep_lab
{

/// Like read_recording(), and fills `timings` with the display timing of each stream.
ChosenRecording read_with_display_timing(const RecordingChoice& choice,
                                         std::vector<recordings::DisplayTiming>& timings);

} // namespace timestep_lab
