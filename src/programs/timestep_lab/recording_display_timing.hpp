// programs/timestep_lab/recording_display_timing.hpp -- reads a recording together with its display timing
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/display_timing.hpp"

namespace timestep_lab
{

/// Reads a recording that the user has chosen. Stores the display timing of each of its streams (frames of one program)
/// in `timings`. Throws BadInput if the recording cannot be read.
ChosenRecording read_with_display_timing(const RecordingChoice& choice,
                                         std::vector<recordings::DisplayTiming>& timings);

} // namespace timestep_lab
