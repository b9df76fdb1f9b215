// programs/timestep_lab/recording_display_timing.hpp -- reads a recording together with its display timing
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/display_timing.hpp"

namespace timestep_lab
{

/// Reads a recording as read_recording() does. Also stores the display timing of each stream (frames of one program) in
/// `timings`.
ChosenRecording read_with_display_timing(const RecordingChoice& choice,
                                         std::vector<recordings::DisplayTiming>& timings);

} // namespace timestep_lab
