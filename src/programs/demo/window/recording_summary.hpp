// programs/demo/window/recording_summary.hpp -- computes the contents of the recording card: the smoothness of the
// game, its longest hitches, and the best loops for its frame times
#pragma once

#include "base/message.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace demo
{

/// Reads the recording and ranks the loops for it, in 1 to 2 s on all cores. Returns one line if it cannot be read.
base::Result<RecordingSummary> summary_of(const std::filesystem::path& path);
RecordingSummary summary_of(const recordings::Recording& recording);

/// The summary of a part of the recording `name`, whose frame times are `frames`. `from` and `to` are the start and the
/// end of the part, as fractions of the recording's duration, 0 to 1. The part has at least one frame.
RecordingSummary summary_of_part(const std::string& name, const std::vector<timestep::Nanos>& frames, double from,
                                 double to);

/// The frame times `frames` of a second recording on the time axis of `strip`.
StripOverlay overlay_of(std::string name, std::span<const timestep::Nanos> frames, const RecordingStrip& strip);
/// The plot of a recording's frame times. `frames` must not be empty.
RecordingStrip strip_of(std::span<const timestep::Nanos> frames);

} // namespace demo
